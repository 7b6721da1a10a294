#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { version } from '../../package.json'
import { scenarios } from '../../scenarios/index'
import { serve } from '../hosts/node'
import { createSimulator, type Scenario, type SimulatorOptions } from '../index'
import { perhaps } from '../kernel/nearest-name'
import { freePort, shownHost } from './address'
import { type CommandArguments, readArguments } from './arguments'
import { runExplore } from './explore'
import { runReplay } from './replay'
import { requestLog } from './request-log'
import { checkWritable, saveWorld } from './save'
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
  const { host, clock, seed, now, world, scenario, save, controls, hosts, ui } = command
  const told = stopSignal(command.endWith)
  if (save !== undefined) checkWritable(save)
  const port = command.port === 0 ? await freePort(host) : command.port
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
    onExchange: requestLog(simulator, print),
    ui,
    ...(hosts !== undefined && { hosts }),
  })
  process.stdout.write(`Serving at ${server.url} with API key ${simulator.apiKey} (clock: ${clock})\n`)
  if (controls !== 'off') process.stdout.write(`Controls: ${server.url}/__simulator/\n`)
  if (ui) process.stdout.write(`Inspector: ${server.url}/__simulator/ui/\n`)

  await told
  try {
    if (save !== undefined) saveWorld(simulator, save, complain)
  } finally {
    simulator[Symbol.dispose]()
    await server.close()
  }
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
