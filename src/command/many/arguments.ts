import { endAfter } from '../../errors/reader'
import type { ManyOptions } from '../../hosts/node'
import { choice, endWith, jsonFile, option, port, preset, toggle, type Values, wholeNumber } from '../options'
import type { LogFormat } from './log'

export const manyUsage = (
  options: string,
): string => `accounting-simulator many serves many durable sandboxes from one directory, or
makes or takes a backup of them.

Usage: accounting-simulator many --directory D --teams FILE [options]
       accounting-simulator many --directory D --backup FILE
       accounting-simulator many --directory D --restore FILE

${options}

A team makes sandboxes with POST /__sandboxes and its token (docs/sandbox.md).
SIGTERM stores everything and ends. /healthz, /readyz and /metrics are for those
who watch it. It needs Node 22.13, or better-sqlite3 in this folder.
`

export const MANY_OPTIONS = {
  directory: option('D')`where the sandboxes are kept; made if it is missing`,
  teams: option('FILE')`JSON: the tokens of each team by its name, { "web": "token", "mobile": ["new",
    "old"] }; also sha256: and the hash of a token. SIGHUP reads the file again`,
  quotas: option('FILE', quotasIn)`JSON: what a sandbox and a team may use, as in docs/sandbox.md`,
  port: preset('4020', port)`port to listen on; 0 takes a free one`,
  host: preset('127.0.0.1')`address to listen on; the default is reachable from this machine only. A socket
    of systemd (LISTEN_FDS) takes the place of both`,
  domain: option('H')`sandboxes are reached at <id>.H; by default at <id>.localhost and the port`,
  'public-url': option('URL')`where clients find the deployment behind a proxy. Without --domain all
    sandboxes are reached there, by their keys, and the URL may have a path`,
  idle: option('10 seconds')`how long a sandbox without requests stays in memory`,
  grace: preset('2 seconds', endAfter(0))`how long requests in progress are waited for at the end`,
  connections: option('10000', wholeNumber(0, 1_000_000))`connections at the same time`,
  ui: toggle`serves a page of the sandboxes at /__sandboxes/ui/, which asks for the token of the team`,
  cors: toggle`answers pages of other origins, with a key of a sandbox; its controls stay closed to them`,
  'no-deliveries': toggle`sends no webhooks, as for a copy that is only looked at: each attempt fails`,
  log: option(
    'json',
    choice<LogFormat>('json', 'text', 'off'),
  )`a line for each event on the error output: json, text
    or off. By default text on a terminal, else json`,
  backup: option('FILE')`writes all sandboxes into one file, also while D is served`,
  restore: option('FILE')`puts such a file into a directory without sandboxes`,
  'end-with': endWith`ends when its standard input ends; with parent, when the process that started it
    ends`,
  json: toggle`prints one line of JSON when it listens, { url, port, domain, pid }, and nothing more`,
  'ready-file': option('file')`writes that line into a file, which is there while it listens`,
}

export type ManyArguments = Values<typeof MANY_OPTIONS>

function quotasIn(file: string, name: string): NonNullable<ManyOptions['quotas']> {
  return jsonFile(file, name) as NonNullable<ManyOptions['quotas']>
}

const sendNothing = (): Promise<never> =>
  Promise.reject(new Error('this deployment sends nothing, because it was started with --no-deliveries'))

export const serverOptions = ({ noDeliveries, ...given }: ManyArguments): Partial<ManyOptions> => {
  const { host, ui, cors, grace, port: at, connections, domain, publicUrl, idle, quotas } = given
  return {
    ...{ host, ui, cors, grace, port: at },
    ...(noDeliveries && { deliver: sendNothing }),
    ...(connections !== undefined && { connections }),
    ...(domain !== undefined && { domain }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(idle !== undefined && { idle }),
    ...(quotas !== undefined && { quotas }),
  }
}
