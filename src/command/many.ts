import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ManyOptions, type SimulatorServer, serveMany } from '../hosts/node'
import { oneOf, readJson, wholeNumber } from './arguments'
import { checkOptionNames } from './option-names'
import { checkWritable, writeWhole } from './save'
import { stopSignal } from './signals'

const USAGE = `accounting-simulator many --directory D --teams FILE [options]
serves many durable sandboxes from one directory.

  --directory D        where the sandboxes are kept; made if it is missing
  --teams FILE         JSON: the token of each team by its name, as it is or as sha256: and its hash
  --port 4020          port to listen on; 0 takes a free one
  --host 127.0.0.1     address to listen on; the default is reachable from this machine only
  --domain H           sandboxes are reached at <id>.H; by default at <id>.localhost and the port
  --idle '10 seconds'  how long a sandbox without requests stays in memory
  --ui                 serves a page of the sandboxes at /__sandboxes/ui/, which asks for the token of the team
  --end-with stdin     ends when its standard input ends; with parent, when the process that started it ends
  --json               prints one line of JSON when it listens, { url, port, domain, pid }, and nothing more
  --ready-file file    writes that line into a file, which is there while it listens
  --help               prints this text

A team makes sandboxes with POST /__sandboxes and its token (docs/sandbox.md). SIGTERM stores everything and ends.
It needs Node 22.13, or better-sqlite3 in the project of this folder.
`

const OPTIONS = {
  directory: { type: 'string' },
  teams: { type: 'string' },
  port: { type: 'string', default: '4020' },
  host: { type: 'string', default: '127.0.0.1' },
  domain: { type: 'string' },
  idle: { type: 'string' },
  ui: { type: 'boolean', default: false },
  'end-with': { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
  'ready-file': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** Runs `accounting-simulator many` until it is to end. @throws Error with a message for the terminal */
export async function runMany(args: string[], print: (text: string) => void): Promise<void> {
  checkOptionNames(args, OPTIONS)
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.help) return print(USAGE)
  const { directory, teams, host, domain, idle, ui, json, 'ready-file': readyFile } = values
  if (directory === undefined || teams === undefined)
    throw new Error('many needs --directory and --teams; many --help tells more')
  const stopped = stopSignal(values['end-with'].map((text) => oneOf('--end-with', text, ['stdin', 'parent'])))
  if (readyFile !== undefined) checkWritable('--ready-file', readyFile)
  mkdirSync(directory, { recursive: true })
  const database = installedDatabase(directory)
  const server = await serveMany({
    directory,
    host,
    ui,
    port: wholeNumber('--port', values.port, 65_535),
    teams: readJson('--teams', teams) as ManyOptions['teams'],
    secret: secretOf(directory),
    ...(database && { database }),
    ...(domain !== undefined && { domain }),
    ...(idle !== undefined && { idle }),
  })
  const line = readyLine(server, domain)
  if (readyFile !== undefined) writeWhole('--ready-file', readyFile, [line])
  const page = ui ? `Page of the team: ${server.url}/__sandboxes/ui/\n` : ''
  print(json ? line : `Serving sandboxes at ${server.url}/__sandboxes\n${page}`)
  await stopped
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  await server.close()
}

const readyLine = ({ url, port }: SimulatorServer, domain = `localhost:${port}`): string =>
  `${JSON.stringify({ url, port, domain, pid: process.pid })}\n`

const SECRET_BYTES = 32

/** Made once, and for this user only. */
function secretOf(directory: string): string {
  const file = join(directory, 'secret')
  try {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFileSync(file, 'utf8')
  }
}

/** Where Node has no SQLite of its own. */
function installedDatabase(directory: string): ManyOptions['database'] {
  if (process.getBuiltinModule?.('node:sqlite' as string)) return undefined
  try {
    const Database = createRequire(join(process.cwd(), 'package.json'))('better-sqlite3')
    return new Database(join(directory, 'sandboxes.sqlite'))
  } catch {
    return undefined
  }
}
