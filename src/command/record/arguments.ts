import { isLoopbackHost } from '../../hosts/node/host-names'
import { option, port, preset, type Values } from '../options'

export const recordUsage = (
  options: string,
): string => `accounting-simulator record forwards requests to the service and records them.

Usage: accounting-simulator record --to URL --file FILE [options]

${options}

Give your client the address that it prints as base URL. API keys, cookies and
secrets are masked before a line is written, and each exchange is written before
your client sees the end of its answer. SIGINT (Ctrl+C) or SIGTERM ends it. Then
replay FILE compares the simulator with the recording. The exit status is 0 if
something was recorded, 1 if nothing was, and 2 if an argument is wrong or the
file cannot be written.
`

export const RECORD_OPTIONS = {
  to: option('url', serviceUrl)`where the service is reached, such as https://api.example.com`,
  file: option('file.jsonl')`the recording, which must not be there yet`,
  port: preset('4011', port)`port to listen on, of this machine only; 0 takes a free one`,
  receiver: option('url', serviceUrl)`where your program receives webhooks; records deliveries, too`,
  'receiver-port': option('4012', port)`port for deliveries, by default the next one: let your tunnel lead
    there`,
}

const LARGEST_PORT = 65_535

export type RecordArguments = ReturnType<typeof readRecordArguments>

/** @throws Error with a message for the terminal */
export function readRecordArguments({
  to,
  file,
  port: own,
  receiver,
  receiverPort,
}: Values<typeof RECORD_OPTIONS>) {
  if (to === undefined) throw new Error('record needs --to, where the service is reached; --help tells more')
  if (file === undefined || file === '')
    throw new Error('record needs --file, where the recording is to be written; --help tells more')
  if (receiverPort !== undefined && receiver === undefined)
    throw new Error('--receiver-port needs --receiver')
  const next = own === 0 || own === LARGEST_PORT ? 0 : own + 1
  const given = { to, file, port: own, receiver, receiverPort: receiverPort ?? next }
  if (receiver !== undefined && own !== 0 && own === given.receiverPort)
    throw new Error(`--receiver-port must be another one than --port ${own}`)
  return given
}

function serviceUrl(text: string, option: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new Error(`${option} must be a URL such as https://api.example.com, not ${text}`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new Error(`${option} must have no user name: your client sends its own key`)
  if (url.search !== '' || url.hash !== '')
    throw new Error(`${option} must end with its path, without ${url.search}${url.hash}`)
  return url
}

/** @throws Error if requests would come back to the recorder */
export function checkNotItself(option: string, { hostname, port }: URL, own: readonly number[]): void {
  const isHere = isLoopbackHost(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
  if (isHere && own.includes(Number(port)))
    throw new Error(`${option} names the address where record itself listens; --port takes another one`)
}
