#!/usr/bin/env node
import { readFileSync, rmSync } from 'node:fs'
import { version } from '../../package.json'
import { scenarios } from '../../scenarios/index'
import { type SimulatorServer, serve } from '../hosts/node'
import { createSimulator, type Scenario, type Simulator, type SimulatorOptions } from '../index'
import { perhaps } from '../kernel/nearest-name'
import { freePort, shownHost } from './address'
import { type CommandArguments, readArguments } from './arguments'
import { runExplore } from './explore'
import { runReplay } from './replay'
import { requestLog } from './request-log'
import { checkWritable, saveWorld, writeWhole } from './save'
import { stopSignal } from './signals'

const USAGE = `accounting-simulator serves a simulated accounting-records service over HTTP.

  --port 4010          port to listen on; 0 takes a free one
  --host 127.0.0.1     address to listen on; the default is reachable from this machine only
  --clock live         live runs at real speed, manual stands still until the controls move it
  --world file.json    starts from an exported world
  --scenario name      plays a named scenario, or one of your own: file.json
  --save file.json     writes the world there when the command ends (SIGINT, SIGTERM or SIGHUP)
  --now instant        the first time of the clock, such as 2026-01-15T09:00:00Z. By default a live clock
                       begins at this machine's time, a manual one at 2026-01-15T09:00:00Z
  --strict             audits the books after every write and refuses unknown members and parameters
  --no-rate-limits     keys have no limits
  --assume id=value    changes an assumption about the service (docs/service.md §16); may be repeated
  --seed 1             whole number; equal seeds give equal ids, secrets and random choices
  --controls loopback  who may use the controls under /__simulator/: loopback (programs on this
                       machine), anyone, or off (nobody)
  --ui                 also serves the inspector as a page: time, requests, records, faults
  --hosts name,name    public names under which the server may be reached, or any
  --end-with stdin     ends when its standard input ends; with parent, when the process that started it ends.
                       For tests that start the command; may be repeated
  --json               prints one line of JSON when it listens, { url, port, apiKey, ... }, and nothing more
  --ready-file file    writes that line into a file, which is there while it listens
  --version            prints the version
  --help               prints this text

accounting-simulator replay FILE compares the simulator with recorded traffic; replay --help tells more.
accounting-simulator explore -- PROGRAM searches for bugs in a program; explore --help tells more.
`

try {
  const [word, ...rest] = process.argv.slice(2)
  if (word === 'explore')
    process.exitCode = await runExplore(rest, { out: print, error: complain, create: createSimulator })
  else if (word === 'replay') process.exitCode = await runReplay(rest, { out: print, error: complain })
  else await main(readArguments(process.argv.slice(2)))
} catch (error) {
  complain(`accounting-simulator: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(command: CommandArguments): Promise<void> {
  if (command.help) process.stdout.write(USAGE)
  else if (command.version) process.stdout.write(`${version}\n`)
  else await run(command)
}

function print(text: string): void {
  process.stdout.write(text)
}
function complain(text: string): void {
  process.stderr.write(text)
}

async function run(command: CommandArguments): Promise<void> {
  const { save, readyFile } = command
  const stopped = stopSignal(command.endWith)
  // Who started the command may be gone before its last lines are printed.
  process.stdout.on('error', () => undefined)
  if (save !== undefined) checkWritable('--save', save)
  if (readyFile !== undefined) checkWritable('--ready-file', readyFile)
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  const { simulator, server } = await started(command)
  announce(command, server, simulator)

  await stopped
  try {
    if (readyFile !== undefined) rmSync(readyFile, { force: true })
    if (save !== undefined) saveWorld(simulator, save, complain)
  } finally {
    simulator[Symbol.dispose]()
    await server.close()
  }
}

/** Milliseconds that requests in progress get when whoever started the command is gone. */
const BRIEF_GRACE = 250
const TRIES = 5

/** Another program may take a free port before the simulator listens there. */
async function started(command: CommandArguments, tries = TRIES): ReturnType<typeof startedAt> {
  const port = command.port === 0 ? await freePort(command.host) : command.port
  try {
    return await startedAt(port, command)
  } catch (error) {
    if (command.port !== 0 || tries === 1 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
      throw error
    return started(command, tries - 1)
  }
}

async function startedAt(port: number, command: CommandArguments) {
  const { host, clock, seed, now, world, scenario, controls, hosts, ui } = command
  const options: SimulatorOptions = {
    baseUrl: `http://${shownHost(host)}:${port}`,
    clock,
    ...(command.strict && { strict: true }),
    assumptions: command.assumptions,
    ...(now !== undefined && { now }),
    ...(!command.isLimited && { rateLimits: false }),
    ...(seed !== undefined && { seed }),
    ...(world && { world: readJson('--world', world) as NonNullable<SimulatorOptions['world']> }),
  }
  const simulator = createSimulator(options)
  if (scenario !== undefined) await simulator.play(scenarioNamed(scenario))
  const offered = { loopback: true, anyone: 'anyone', off: false } as const
  const server = await serve(simulator, {
    port,
    host,
    controls: offered[controls],
    ...(!command.json && { onExchange: requestLog(simulator, print) }),
    ...(command.endWith.length > 0 && { grace: BRIEF_GRACE }),
    ui,
    ...(hosts !== undefined && { hosts }),
  })
  return { simulator, server }
}

/** Says where it listens: in lines for people, or in one for programs. */
function announce(command: CommandArguments, server: SimulatorServer, { apiKey }: Simulator): void {
  const { url, port } = server
  const { clock, readyFile } = command
  const controls = command.controls === 'off' ? undefined : `${url}/__simulator/`
  const inspector = command.ui ? `${url}/__simulator/ui/` : undefined
  const line = `${JSON.stringify({ url, port, apiKey, clock, controls, inspector, pid: process.pid })}\n`
  if (readyFile !== undefined) writeWhole('--ready-file', readyFile, [line])
  const forPeople = [
    `Serving at ${url} with API key ${apiKey} (clock: ${clock})\n`,
    ...(controls === undefined ? [] : [`Controls: ${controls}\n`]),
    ...(inspector === undefined ? [] : [`Inspector: ${inspector}\n`]),
  ]
  print(command.json ? line : forPeople.join(''))
}

function scenarioNamed(name: string): Scenario {
  if (name.endsWith('.json')) return readJson('--scenario', name) as Scenario
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  const names = Object.keys(scenarios)
  if (!scenario)
    throw new Error(`there is no scenario ${name}${perhaps(name, names)}; there are ${names.join(', ')}`)
  return scenario
}

function readJson(option: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${option} ${file} cannot be read: ${(error as Error).message}`)
  }
}
