import { version } from '../../package.json'
import { jsonOrText } from '../kernel/decoded-text'
import { command, type Subcommand, type Terminal } from './command'
import {
  choice,
  endWith,
  group,
  option,
  port,
  preset,
  repeated,
  toggle,
  type Values,
  wholeNumber,
} from './options'

const CLOCKS = choice('live', 'manual')

export const SERVE_OPTIONS = {
  ...group('The page and the address', {
    ui: toggle`also serves the inspector as a page: time, requests, records, faults. The command prints its
      address: http://localhost:4010/__simulator/ui/`,
    port: preset('4010', port)`port to listen on; 0 takes a free one`,
    host: preset('127.0.0.1')`address to listen on; the default is reachable from this machine only`,
  }),
  ...group('The world', {
    // A manual clock moves only by the controls; until then rate limits never refill.
    clock: preset('live', CLOCKS)`live runs at real speed, manual stands still until the controls move it`,
    now: option('instant')`the first time of the clock, such as 2026-01-15T09:00:00Z. By default a live clock
      begins at this machine's time, a manual one at 2026-01-15T09:00:00Z`,
    world: option('file.json')`starts from an exported world`,
    save: option('file.json')`writes the world there when the command ends (SIGINT, SIGTERM or SIGHUP)`,
    scenario: option('name')`plays a named scenario, or one of your own: file.json`,
    seed: option('1', wholeNumber())`whole number; equal seeds give equal ids, secrets and random choices`,
    'no-rate-limits': toggle`keys have no limits`,
    strict: toggle`audits each commit and refuses unknown members and parameters`,
    assume: repeated('id=value', assumed)`changes an assumption about the service (docs/service.md §16); may
      be repeated`,
  }),
  ...group('Who may ask', {
    controls: preset('loopback', choice('loopback', 'anyone', 'off'))`who may use the controls under
      /__simulator/: loopback (programs on this machine), anyone, or off (nobody)`,
    hosts: option('name,name', hostNames)`public names under which the server may be reached, or any`,
    cors: toggle`answers pages of other origins: an application in a browser sends its own requests`,
  }),
  ...group('For programs that start it', {
    'end-with': endWith`ends when its standard input ends; with parent, when the process that started it
      ends. For tests that start the command; may be repeated`,
    json: toggle`prints one line of JSON when it listens, { url, port, apiKey, ... }, and nothing more`,
    'ready-file': option('file')`writes that line into a file, which is there while it listens`,
  }),
  version: toggle`prints the version`,
}

export type ServeArguments = Values<typeof SERVE_OPTIONS>

/** `idempotency-window=24`: values that are no JSON are texts. */
function assumed(text: string): [id: string, value: unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new Error(`--assume must be id=value, such as trailing-slash=accept, not ${text}`)
  return [text.slice(0, at), jsonOrText(text.slice(at + 1))]
}

function hostNames(text: string): 'any' | string[] {
  return text === 'any' ? 'any' : text.split(',').filter((name) => name !== '')
}

/** `mcp` listens elsewhere unless told. */
export const FOR_AGENTS = {
  port: { ...SERVE_OPTIONS.port, ...preset('0', port)`${SERVE_OPTIONS.port.about}` },
  clock: { ...SERVE_OPTIONS.clock, ...preset('manual', CLOCKS)`${SERVE_OPTIONS.clock.about}` },
}

type UsageText = (options: string) => string

/** `serve` and `mcp` take the same options. */
export const serviceCommand = (
  usage: UsageText,
  run: (options: ServeArguments, terminal: Terminal) => Promise<void>,
  absent: Partial<typeof SERVE_OPTIONS> = {},
): Subcommand =>
  command({
    ...{ usage, wrong: 1 },
    options: { ...SERVE_OPTIONS, ...absent },
    async run(options, terminal) {
      if (options.version) terminal.out(`${version}\n`)
      else if (options.ui && options.controls === 'off')
        throw new Error('--ui works through the controls, so it cannot go with --controls off')
      else await run(options, terminal)
      return 0
    },
  })

export const programUsage: UsageText = (options) => `\
accounting-simulator serves a simulated accounting-records service over HTTP.

Usage: accounting-simulator [serve] [options]
       accounting-simulator COMMAND ...

  npx accounting-simulator --ui
      the service, and a page that shows what happens in it
  npx accounting-simulator explore -- node my-client.js
      searches for bugs in a program

Commands, each with a --help of its own:
  init                 writes a first test into the project of this folder
  explore -- PROGRAM   searches for bugs in a program
  coverage -- COMMAND  runs your tests and tells what they have met
  mutate -- COMMAND    tells what a test suite would notice
  record --to URL --file FILE
                       records traffic of the service
  replay FILE          compares the simulator with recorded traffic
  many                 serves many durable sandboxes from one directory
  mcp                  serves coding agents by the Model Context Protocol
  serve                serves the service, as without a command

${options}

Each command ends with 2 if an option or a word on its line is unknown or
missing.
`

export const serveUsage: UsageText = (options) => `\
accounting-simulator serve serves a simulated accounting-records service over
HTTP until it is ended.

Usage: accounting-simulator [serve] [options]

  npx accounting-simulator serve --ui
  npx accounting-simulator serve --clock manual --world a.json --save b.json

${options}
`

export const agentsUsage: UsageText = (options) => `\
accounting-simulator mcp serves coding agents: its tools by the Model Context
Protocol over standard input and output, and the service for programs. The port
is free and the clock manual unless given.

Usage: accounting-simulator mcp [options]

${options}
`
