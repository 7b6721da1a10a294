import * as read from '../../../errors/reader'
import type { DurationInput } from '../../../kernel/duration'
import { type Quotas, readQuotas } from '../../../sandbox/quotas'
import { readDomain } from '../../../sandbox/route'
import { readTeams, type TeamTokens } from '../../../sandbox/teams'
import type { ManyEvent } from './events'
import type { SqliteDatabase } from './sqlite-database'

export interface ManyOptions {
  /** The folder of the sandboxes, made if it is missing. */
  directory: string
  /** A database of better-sqlite3, for a Node before 22.13. @default a file in `directory`, by `node:sqlite` */
  database?: SqliteDatabase
  /** @default 0, which means any free port */
  port?: number
  /** @default '127.0.0.1', reachable from the local machine only */
  host?: string
  /**
   * The file descriptor of a listening socket, instead of `port` and `host`. Clients wait in its queue while
   * one process replaces another.
   */
  fd?: number
  /** Sandboxes are reached at `<id>.<domain>`. @default 'localhost', with the port */
  domain?: string
  /**
   * The URL at which clients reach the deployment behind a proxy. With `domain`, sandboxes take its scheme.
   * Without, all sandboxes are reached there by their keys, and it may have a path. @default the URL at which
   * the server listens
   */
  publicUrl?: string
  /**
   * The token or tokens of each team by its name. A token is a text of at least 24 characters, or `sha256:`
   * and the hexadecimal hash of one.
   */
  teams: TeamTokens
  /**
   * The secret that authenticates the ids of sandboxes. It is stored beside them and never changes.
   * @default the stored one, else a random one
   */
  secret?: string
  /** The quotas of a sandbox and of a team (docs/sandbox.md). */
  quotas?: Partial<Quotas>
  /** Sends webhooks. @default sends over https to public addresses only */
  deliver?: (request: Request) => Promise<Response>
  /** Serves a page of a team's sandboxes under `/__sandboxes/ui/`, each with its inspector. @default false */
  ui?: boolean
  /**
   * Lets pages of other origins, such as `http://localhost:5173`, call the service with a key. Controls,
   * agents and the administration of sandboxes stay closed to them. @default false
   */
  cors?: boolean
  /** The time that a sandbox without requests stays in memory. @default '10 seconds' */
  idle?: DurationInput
  /** Milliseconds that `close` waits for requests in progress. @default 2000 */
  grace?: number
  /** The most connections at once; further ones are closed immediately. @default 10,000 */
  connections?: number
  /**
   * Called with events: sandboxes that are created, changed, deleted or expired, refused access, used-up
   * quotas, failures (docs/sandbox.md). @default writes only unexpected errors, to the console
   */
  onEvent?: (event: ManyEvent) => void
}

const database: read.Reader<SqliteDatabase> = read.form(
  'a database of node:sqlite or better-sqlite3',
  (given) => typeof (given as Partial<SqliteDatabase> | null)?.prepare === 'function',
)

const httpUrl: read.Reader<string> = read.form(
  'a URL such as https://sandbox.example.com, without a user',
  (given) => typeof given === 'string' && URL.canParse(given) && /^https?:\/\/[^?#@]*$/.test(given),
)

/** Reads a duration as milliseconds. */
const duration: read.Reader<number> = read.endAfter(0)

const SECRET_AT_LEAST = 16

const secret = read.form<string>(
  `a text of at least ${SECRET_AT_LEAST} characters`,
  (given) => typeof given === 'string' && given.length >= SECRET_AT_LEAST,
)

/** @throws OptionError */
export const readManyOptions = read.members({
  directory: read.filledText,
  database: read.orUndefined(database),
  port: read.orElse(read.whole(0, 65_535), 0),
  host: read.orElse(read.filledText, '127.0.0.1'),
  fd: read.orUndefined(read.whole()),
  domain: read.orElse(readDomain, 'localhost'),
  publicUrl: read.orUndefined(httpUrl),
  teams: readTeams,
  secret: read.orUndefined(secret),
  quotas: (given: unknown, option: string) => readQuotas(given ?? {}, option),
  ui: read.orElse(read.flag, false),
  cors: read.orElse(read.flag, false),
  deliver: read.orUndefined(read.callback<(request: Request) => Promise<Response>>()),
  idle: (given: unknown, option: string) => duration(given ?? '10 seconds', option),
  grace: read.orElse(read.whole(0, undefined, 'milliseconds'), 2000),
  connections: read.orElse(read.whole(1), 10_000),
  onEvent: read.orUndefined(read.callback<(event: ManyEvent) => void>()),
})

export type ManySettings = ReturnType<typeof readManyOptions>
