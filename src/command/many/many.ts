import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import {
  type BackupReport,
  type ManyEvent,
  type ManyOptions,
  type ManyServer,
  serveMany,
} from '../../hosts/node'
import { makeBackup, restoreBackup } from '../../hosts/node/many/backup'
import { openDatabase } from '../../hosts/node/many/database'
import { keptSecret } from '../../hosts/node/many/kept-secret'
import { fetchBackup } from '../../hosts/node/many/operator-door'
import { DATABASE, SqliteFile } from '../../hosts/node/many/sqlite-file'
import { messageOf } from '../../kernel/message-of'
import { readJson } from '../arguments'
import { checkWritable, writeWhole } from '../save'
import { stopSignal } from '../signals'
import { type LOG_FORMATS, type ManyArguments, readManyArguments } from './arguments'
import { earlierSecret } from './secret-file'

const PRIVATE_FOLDER = 0o700

/** Runs `accounting-simulator many` until it is to end. @throws Error with a message for the terminal */
export async function runMany(
  args: string[],
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<void> {
  const command = readManyArguments(args)
  const { directory, teams, backup } = command
  if (command.help) return print(MANY_USAGE)
  if (directory === undefined) throw new Error('many needs --directory; many --help tells more')
  if (backup !== undefined || command.restore !== undefined) return print(await copied(directory, command))
  if (teams === undefined) throw new Error('many needs --teams; many --help tells more')
  await serve({ ...command, directory, teams }, print, new Log(command.log, complain))
}

/** Makes or restores a backup, and says so. */
async function copied(directory: string, { backup, restore: file }: ManyArguments): Promise<string> {
  if (backup !== undefined && file !== undefined) throw new Error('--backup and --restore cannot go together')
  const { sandboxes, bytes } =
    backup === undefined ? await restore(file ?? '', directory) : await backUp(directory, backup)
  const place = backup === undefined ? `${directory} from ${file}` : backup
  return `${sandboxes} sandbox${sandboxes === 1 ? '' : 'es'}, ${bytes} bytes: ${place}\n`
}

type Serving = ManyArguments & { readonly directory: string; readonly teams: string }

async function serve(command: Serving, print: (text: string) => void, log: Log): Promise<void> {
  const { directory, teams, readyFile, endWith, options } = command
  const stopped = stopSignal(endWith, ['SIGINT', 'SIGTERM'])
  if (readyFile !== undefined) {
    checkWritable({ '--ready-file': readyFile })
    rmSync(readyFile, { force: true })
  }
  mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
  const secret = earlierSecret(directory)
  const fd = givenSocket(process.env)
  const server = await serveMany({
    ...{ ...options, directory, onEvent: log.add },
    ...(fd !== undefined && { fd }),
    teams: teamsIn(teams),
    ...(secret !== undefined && { secret }),
  })
  process.on('SIGHUP', () => void readAgain(server, teams, log))
  const line = readyLine(server)
  if (readyFile !== undefined) writeWhole('--ready-file', readyFile, [line])
  const { publicUrl: url, domain } = server
  log.add({ event: 'listening', url, domain, version })
  const page = options.ui ? `Page of the team: ${url}/__sandboxes/ui/\n` : ''
  print(command.json ? line : `Serving sandboxes at ${url}/__sandboxes\n${page}`)
  await stopped
  log.add({ event: 'stopping' })
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  await server.close()
  log.flush()
  log.add({ event: 'stopped' })
}

/** The first descriptor that systemd hands over with its sockets. */
const FIRST = 3

/** A socket that systemd has opened for this process and keeps open while the next one starts. */
const givenSocket = ({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): number | undefined =>
  Number(LISTEN_FDS) >= 1 && LISTEN_PID === String(process.pid) ? FIRST : undefined

const teamsIn = (file: string): ManyOptions['teams'] => readJson('--teams', file) as ManyOptions['teams']

/** A file that cannot be taken changes nothing. */
async function readAgain(server: ManyServer, file: string, log: Log): Promise<void> {
  try {
    const teams = teamsIn(file)
    await server.setTeams(teams)
    log.add({ event: 'tokensRead', teams: Object.keys(teams).length })
  } catch (error) {
    log.add({ event: 'error', error: `the tokens stay as they were: ${messageOf(error)}` })
  }
}

const readyLine = ({ url, port, domain }: ManyServer): string =>
  `${JSON.stringify({ url, port, domain, pid: process.pid })}\n`

export const MANY_USAGE = `accounting-simulator many --directory D --teams FILE [options]
serves many durable sandboxes from one directory.

  --directory D        where the sandboxes are kept; made if it is missing
  --teams FILE         JSON: the tokens of each team by its name, { "web": "token", "mobile": ["new", "old"] }; also
                       sha256: and the hash of a token. SIGHUP reads the file again
  --quotas FILE        JSON: what a sandbox and a team may use, as in docs/sandbox.md
  --port 4020          port to listen on; 0 takes a free one
  --host 127.0.0.1     address to listen on; the default is reachable from this machine only. A socket of systemd
                       (LISTEN_FDS) takes the place of both
  --domain H           sandboxes are reached at <id>.H; by default at <id>.localhost and the port
  --public-url URL     where clients find the deployment behind a proxy. Without --domain all sandboxes are reached
                       there, by their keys, and the URL may have a path
  --idle '10 seconds'  how long a sandbox without requests stays in memory
  --grace '2 seconds'  how long requests in progress are waited for at the end
  --connections 10000  connections at the same time
  --ui                 serves a page of the sandboxes at /__sandboxes/ui/, which asks for the token of the team
  --cors               answers pages of other origins, with a key of a sandbox; its controls stay closed to them
  --log json           a line for each event on the error output: json, text or off. By default text on a terminal,
                       else json
  --end-with stdin     ends when its standard input ends; with parent, when the process that started it ends
  --json               prints one line of JSON when it listens, { url, port, domain, pid }, and nothing more
  --ready-file file    writes that line into a file, which is there while it listens
  --help               prints this text

accounting-simulator many --directory D --backup FILE    writes all sandboxes into one file, also while D is served
accounting-simulator many --directory D --restore FILE   puts such a file into a directory without sandboxes

A team makes sandboxes with POST /__sandboxes and its token (docs/sandbox.md). SIGTERM stores everything and ends.
/healthz, /readyz and /metrics are for those who watch it. It needs Node 22.13, or better-sqlite3 in this folder.
`

/** Beside the program. */
const BUILT = new URL('./', import.meta.url)
const open = (path: string) => openDatabase(path, BUILT)

/** Copies what the process that serves the directory has; the file itself, if none does. */
const backUp = (directory: string, target: string): Promise<BackupReport> =>
  makeBackup(
    target,
    async (draft) => (await fetchBackup(directory, draft)) || copyUnserved(directory, draft),
    open,
  )

const restore = (file: string, directory: string): Promise<BackupReport> =>
  restoreBackup(file, directory, copyOf, open)

async function copyUnserved(directory: string, draft: string): Promise<void> {
  const path = join(directory, DATABASE)
  if (!existsSync(path)) throw new Error(`there are no sandboxes in ${directory}`)
  const file = new SqliteFile(open(path))
  try {
    await keptSecret(file, earlierSecret(directory))
    await file.copyTo(draft)
  } finally {
    file.close()
  }
}

/** A file that was copied as it is has a part of its rows in its write-ahead log. */
async function copyOf(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`there is no ${from}`)
  for (const end of ['', '-wal']) if (existsSync(from + end)) copyFileSync(from + end, to + end)
}

/** Events of the command itself. */
type LoggedEvent =
  | ManyEvent
  | { readonly event: 'listening'; readonly url: string; readonly domain: string; readonly version: string }
  | { readonly event: 'stopping' | 'stopped' }
  | { readonly event: 'tokensRead'; readonly teams: number }

/** Milliseconds in which equal refusals become one line. */
const WINDOW = 10_000
/** Of refusals within a window. */
const KINDS_AT_MOST = 200

/**
 * One line for each event. Refusals are anybody's to cause: the first of its kind is written at once, the others of the
 * next ten seconds as one line with their number.
 */
class Log {
  readonly #repeated = new Map<string, { event: LoggedEvent; times: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly format: (typeof LOG_FORMATS)[number],
    private readonly write: (line: string) => void,
  ) {}

  readonly add = (event: LoggedEvent): void => {
    if (this.format === 'off') return
    if (event.event === 'refused') this.#refused(event)
    else this.#put(event)
  }

  #refused(event: LoggedEvent & { readonly event: 'refused' }): void {
    const kind = JSON.stringify([event.status, event.quota, event.team, event.sandbox, event.address])
    const known =
      this.#repeated.get(kind) ?? (this.#repeated.size < KINDS_AT_MOST ? undefined : this.#rest(event))
    if (known) known.times += 1
    else {
      this.#repeated.set(kind, { event, times: 0 })
      this.#put(event)
    }
    this.#timer ??= setTimeout(() => this.flush(), WINDOW).unref()
  }

  /** Writes what was held back. */
  readonly flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { event, times } of this.#repeated.values()) if (times > 0) this.#put(event, times)
    this.#repeated.clear()
  }

  /** Those of all further kinds. */
  #rest({ status }: LoggedEvent & { readonly status?: number }): { event: LoggedEvent; times: number } {
    const event = { event: 'refused', status: status ?? 0, method: '*', path: '*' } as const
    const rest = this.#repeated.get('') ?? { event, times: 0 }
    this.#repeated.set('', rest)
    return rest
  }

  #put(event: LoggedEvent, times?: number): void {
    const { event: name, ...members } = event
    const all = {
      time: new Date().toISOString(),
      event: name,
      ...members,
      ...(times !== undefined && { times }),
    }
    this.write(this.format === 'json' ? `${JSON.stringify(all)}\n` : textOf(all))
  }
}

const textOf = ({ time, event, ...members }: Readonly<Record<string, unknown>>): string =>
  `${[time, event, ...Object.entries(members).map(([name, value]) => `${name}=${wordOf(value)}`)].join(' ')}\n`

const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
