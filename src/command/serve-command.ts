import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scenarios } from '../../scenarios/index'
import { createSimulator, type Scenario, type Simulator, type SimulatorOptions, type TrafficEntry } from '..'
import { describeCall } from '../events/traffic/describe-call'
import { type SimulatorServer, serve } from '../hosts/node'
import { listening } from '../hosts/node/listening'
import { codeOf } from '../kernel/message-of'
import { didYouMean } from '../kernel/nearest-name'
import { type Paint, paintFor } from './colours'
import type { Terminal } from './command'
import { jsonFile } from './options'
import { checkWritable, saveWorld, writeWhole } from './save'
import { programUsage, type ServeArguments, serveUsage, serviceCommand } from './serve-options'
import { stopSignal } from './signals'

export interface Running {
  readonly simulator: Simulator
  readonly server: SimulatorServer
}

interface Attendance extends Pick<Terminal, 'out' | 'error'> {
  /** Called once it listens. */
  readonly present: (running: Running) => unknown
  /** Ends the command, too. */
  readonly until?: Promise<unknown>
}

const serves: Parameters<typeof serviceCommand>[1] = (options, { out, error }) =>
  serveCommand(options, { out, error, present: (running) => out(announcement(options, running)) })

export const runServe = serviceCommand(serveUsage, serves)

/** Without a word it serves, too; its help lists the commands. */
export const runProgram = serviceCommand(programUsage, serves)

export async function serveCommand(
  command: ServeArguments,
  { out, error, present, until }: Attendance,
): Promise<void> {
  const { save, readyFile } = command
  const stopped = Promise.race([stopSignal(command.endWith), ...(until ? [until] : [])])
  // The caller may be gone before the last lines are printed.
  process.stdout.on('error', () => undefined)
  checkWritable({ '--save': save, '--ready-file': readyFile })
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  const running = await started(command, out)
  if (readyFile !== undefined) writeWhole('--ready-file', readyFile, [readyLine(command, running)])
  await present(running)

  await stopped
  const { simulator, server } = running
  try {
    if (readyFile !== undefined) rmSync(readyFile, { force: true })
    if (save !== undefined) saveWorld(simulator, save, error)
  } finally {
    simulator[Symbol.dispose]()
    await server.close()
  }
}

/** Milliseconds that requests in progress get when whoever started the command is gone. */
const BRIEF_GRACE = 250
const TRIES = 5

/** Another program may take a free port before the simulator listens there. */
async function started(
  command: ServeArguments,
  print: (text: string) => void,
  tries = TRIES,
): Promise<Running> {
  const port = command.port === 0 ? await freePort(command.host) : command.port
  try {
    return await startedAt(port, command, print)
  } catch (error) {
    if (command.port !== 0 || tries === 1 || codeOf(error) !== 'EADDRINUSE') throw error
    return started(command, print, tries - 1)
  }
}

async function startedAt(
  port: number,
  command: ServeArguments,
  print: (text: string) => void,
): Promise<Running> {
  const { host, clock, seed, now, world, scenario, controls, hosts, cors, ui } = command
  const options: SimulatorOptions = {
    baseUrl: `http://${shownHost(host)}:${port}`,
    clock,
    ...(command.strict && { strict: true }),
    assumptions: Object.fromEntries(command.assume),
    ...(now !== undefined && { now }),
    ...(command.noRateLimits && { rateLimits: false }),
    ...(seed !== undefined && { seed }),
    ...(world && { world: jsonFile(world, '--world') as NonNullable<SimulatorOptions['world']> }),
  }
  const simulator = createSimulator(options)
  simulator.hosting.isHttpOnly = true
  if (scenario !== undefined) await simulator.play(scenarioNamed(scenario))
  const offered = { loopback: true, anyone: 'anyone', off: false } as const
  const server = await serve(simulator, {
    port,
    host,
    controls: offered[controls],
    ...(!command.json && { onExchange: requestLog(simulator, print, paintFor(process.stdout, process.env)) }),
    ...(command.endWith.length > 0 && { grace: BRIEF_GRACE }),
    ui,
    cors,
    ...(hosts !== undefined && { hosts }),
  })
  return { simulator, server }
}

/** Tells programs the address on which it listens. */
function readyLine(
  command: ServeArguments,
  { server: { url, port }, simulator: { apiKey } }: Running,
): string {
  const { clock } = command
  const places = placesOf(command, url)
  return `${JSON.stringify({ url, port, apiKey, clock, ...places, pid: process.pid })}\n`
}

const placesOf = ({ controls, ui }: ServeArguments, url: string) => ({
  controls: controls === 'off' ? undefined : `${url}/__simulator/`,
  inspector: ui ? `${url}/__simulator/ui/` : undefined,
})

/** Says where it listens: in lines for people, or in one for programs. */
function announcement(command: ServeArguments, running: Running): string {
  if (command.json) return readyLine(command, running)
  const { url } = running.server
  const { apiKey } = running.simulator
  const { controls, inspector } = placesOf(command, url)
  return [
    `Serving at ${url} with API key ${apiKey} (clock: ${command.clock})\n`,
    ...(controls === undefined ? [] : [`Controls: ${controls}\n`]),
    ...(inspector === undefined
      ? []
      : [`Inspector: ${inspector}\n`, `Try: curl -H "X-API-KEY: ${apiKey}" ${url}/public/v1/customers/\n`]),
  ].join('')
}

function scenarioNamed(name: string): Scenario {
  if (name.endsWith('.json')) return jsonFile(name, '--scenario') as Scenario
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  const names = Object.keys(scenarios)
  if (!scenario)
    throw new Error(`there is no scenario ${name}${didYouMean(name, names)}; there are ${names.join(', ')}`)
  return scenario
}

/** A port that is free now: the simulator is told its address before it is served. */
async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await listening(probe, 0, host)
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The host in a URL. An address that stands for all of them is reached by the loopback one. */
function shownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}

/** Tells each request of the service in a line. Call the returned function when anything may have been answered. */
export function requestLog(
  { traffic }: Simulator,
  tell: (line: string) => void,
  paint: Paint = (text) => text,
): () => void {
  let last = 0
  const open = new Set<TrafficEntry>()
  return () => {
    for (const entry of traffic.since(last)) {
      open.add(entry)
      last = entry.sequence
    }
    for (const entry of open) {
      if (entry.reason.rule === 'under-way') continue
      open.delete(entry)
      tell(logLine(entry, paint))
    }
  }
}

function logLine(entry: TrafficEntry, paint: Paint): string {
  const { path, status, why } = describeCall(entry)
  const outcome = paint(status, colourOf(entry.response?.status))
  return `${paint(entry.at, 'dim')}  ${entry.request.method} ${path}  ${outcome}  ${paint(why, 'dim')}\n`
}

/** An answer that did not come is as bad as a failure of the service. */
function colourOf(status = 500): 'green' | 'yellow' | 'red' {
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
