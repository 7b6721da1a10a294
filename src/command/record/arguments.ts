import { parseArgs } from 'node:util'
import { isLoopbackHost } from '../../hosts/node/host-names'
import { readWholeNumber } from '../arguments'
import { checkCommandOptions } from '../option-names'

export const RECORD_USAGE = `accounting-simulator record --to URL --file FILE forwards requests to the service
and records them.

  --to url             where the service is reached, such as https://api.example.com
  --file file.jsonl    the recording, which must not be there yet
  --port 4011          port to listen on, of this machine only; 0 takes a free one
  --receiver url       where your program receives webhooks; records deliveries, too
  --receiver-port 4012 port for deliveries, by default the next one: let your tunnel lead there
  --help               prints this text

Give your client the address that it prints as base URL. API keys, cookies and secrets are masked before a line is
written, and each exchange is written before your client sees the end of its answer. SIGINT (Ctrl+C) or SIGTERM ends it.
Then replay FILE compares the simulator with the recording. The exit status is 0 if something was recorded, 1 if nothing
was, and 2 if an argument is wrong or the file cannot be written.
`

const OPTIONS = {
  to: { type: 'string' },
  file: { type: 'string' },
  port: { type: 'string', default: '4011' },
  receiver: { type: 'string' },
  'receiver-port': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const LARGEST_PORT = 65_535

export interface RecordArguments {
  readonly to: URL
  readonly file: string
  readonly port: number
  readonly receiver: URL | undefined
  readonly receiverPort: number
}

/** Undefined if help is wanted. @throws Error with a message for the terminal */
export function readRecordArguments(args: string[]): RecordArguments | undefined {
  checkCommandOptions(args, OPTIONS)
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { to, file, receiver } = values
  if (values.help) return undefined
  if (to === undefined) throw new Error('record needs --to, where the service is reached; --help tells more')
  if (file === undefined || file === '')
    throw new Error('record needs --file, where the recording is to be written; --help tells more')
  const [word] = positionals
  if (word !== undefined) throw new Error(`record takes options alone, not ${word}; --help tells more`)
  const port = readWholeNumber('--port', values.port, LARGEST_PORT)
  const given = values['receiver-port']
  if (given !== undefined && receiver === undefined) throw new Error('--receiver-port needs --receiver')
  const next = port === 0 || port === LARGEST_PORT ? 0 : port + 1
  const receiverPort = given === undefined ? next : readWholeNumber('--receiver-port', given, LARGEST_PORT)
  if (receiver !== undefined && port !== 0 && port === receiverPort)
    throw new Error(`--receiver-port must be another one than --port ${port}`)
  return {
    to: serviceUrl('--to', to),
    file,
    port,
    receiver: receiver === undefined ? undefined : serviceUrl('--receiver', receiver),
    receiverPort,
  }
}

function serviceUrl(option: string, text: string): URL {
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
