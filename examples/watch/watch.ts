import { follow } from './follow'
import { screenOf } from './screen'

/** Shows a simulator that `accounting-simulator` serves: `npx tsx examples/watch/watch.ts http://127.0.0.1:4010` */
const [, , address = 'http://127.0.0.1:4010'] = process.argv
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

const CLEAR = '\u001b[H\u001b[2J'

/** Requests for the simulator, sent to where it is served. */
const port = (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url)
  return fetch(new URL(pathname + search, address), { signal: request.signal })
}

const show = (state: Parameters<typeof screenOf>[0]): void => {
  const { columns = 120, rows = 40, isTTY } = process.stdout
  process.stdout.write(`${isTTY ? CLEAR : ''}${screenOf(state, { columns, rows })}\n`)
}

try {
  await follow(port, show, stop.signal)
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(`cannot follow ${address}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
