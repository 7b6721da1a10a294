import { listen, type SimulatorServer } from '../../hosts/node/server'
import { codeOf, messageOf } from '../../kernel/message-of'
import { command, type Terminal } from '../command'
import { stopSignal } from '../signals'
import {
  checkNotItself,
  RECORD_OPTIONS,
  type RecordArguments,
  readRecordArguments,
  recordUsage,
} from './arguments'
import { forwardTo, type Passed } from './forward'
import { RecordingFile } from './recording-file'
import { toldOf } from './told'

const NOTHING_RECORDED = 1
/** Milliseconds that exchanges in progress get at the end. */
const GRACE = 2000
const HOST = '127.0.0.1'
const NO_PROXY =
  'Refused a tunnel (CONNECT): this address goes into the base URL of your client, not into HTTPS_PROXY\n'

/** Runs `accounting-simulator record` until it is to end. */
export const runRecord = command({
  ...{ word: 'record', usage: recordUsage, options: RECORD_OPTIONS },
  words: 'any',
  run(values, { words: [word], out }) {
    if (word !== undefined) throw new Error(`record takes options alone, not ${word}; --help tells more`)
    return record(readRecordArguments(values), out)
  },
})

async function record(command: RecordArguments, out: Terminal['out']): Promise<number> {
  const { to, receiver, file } = command
  checkNotItself('--to', to, portsOf(command))
  if (receiver) checkNotItself('--receiver', receiver, portsOf(command))
  const stopped = stopSignal([])
  // The caller may be gone before the last lines are printed.
  process.stdout.on('error', () => undefined)
  const recording = new RecordingFile(file)
  const servers: SimulatorServer[] = []
  let requests = 0
  const { promise: failed, fail } = failure()
  const open = async (option: string, base: URL, port: number): Promise<string> => {
    const note = (passed: Passed): void => {
      requests += 1
      try {
        out(toldOf(passed, recording.add(passed), { base, isDelivery: base === receiver }))
      } catch (problem) {
        fail(problem)
      }
    }
    const onTunnel = (): void => out(NO_PROXY)
    const server = await listenAt(option, forwardTo(base, note), { port, onTunnel })
    servers.push(server)
    return server.url
  }
  try {
    const url = await open('--port', to, command.port)
    out(`Recording ${shown(to)} at ${url} into ${file}, without keys and secrets\n`)
    if (receiver) {
      const deliveries = await open('--receiver-port', receiver, command.receiverPort)
      out(`Deliveries to ${deliveries} go on to ${shown(receiver)}; let your tunnel lead there\n`)
    }
    out(`Give your client the base URL ${url}, let it work, and end with Ctrl+C\n`)
    await Promise.race([stopped, failed])
    await closeAll(servers)
    out(ending(recording.size, requests, file, url))
    return recording.size === 0 ? NOTHING_RECORDED : 0
  } finally {
    await closeAll(servers)
    recording.close()
  }
}

function failure(): { readonly promise: Promise<never>; readonly fail: (problem: unknown) => void } {
  let fail: (problem: unknown) => void = () => undefined
  const promise = new Promise<never>((_, reject) => {
    fail = reject
  })
  // It may fail while the servers close, when nobody waits for it.
  promise.catch(() => undefined)
  return { promise, fail }
}

/** @throws Error that names the option */
async function listenAt(
  option: string,
  handle: Parameters<typeof listen>[0],
  { port, onTunnel }: { readonly port: number; readonly onTunnel: () => void },
): Promise<SimulatorServer> {
  try {
    return await listen(handle, { port, host: HOST, grace: GRACE, onTunnel })
  } catch (problem) {
    const isTaken = codeOf(problem) === 'EADDRINUSE'
    throw new Error(
      isTaken
        ? `${option} ${port} is in use; 0 takes a free one`
        : `${option} ${port} cannot be used: ${messageOf(problem)}`,
    )
  }
}

const closeAll = (servers: readonly SimulatorServer[]): Promise<unknown> =>
  Promise.all(servers.map((server) => server.close()))

const portsOf = ({ port, receiver, receiverPort }: RecordArguments): number[] =>
  receiver ? [port, receiverPort] : [port]

const shown = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '')

function ending(count: number, requests: number, file: string, url: string): string {
  if (count === 0 && requests > 0) {
    const came = requests === 1 ? '1 request' : `${requests} requests`
    return `Nothing was recorded: ${came} came, of which none could be recorded; the lines above say why\n`
  }
  if (count === 0)
    return `Nothing was recorded: no request came to ${url}. Is it the base URL of your client?\n`
  const exchanges = count === 1 ? '1 exchange is' : `${count} exchanges are`
  const next = `npx accounting-simulator replay ${quoted(file)}`
  return `${exchanges} in ${file}. Compare the simulator with them:\n  ${next}\n`
}

/** The name of a file as a shell takes it. */
const quoted = (file: string): string => (/^[\w./\\:-]+$/.test(file) ? file : JSON.stringify(file))
