import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { type ManyOptions, type ManyServer, serveMany } from '../../hosts/node'
import { DATABASE } from '../../hosts/node/many/sqlite-file'
import { attempt } from '../../kernel/attempt'
import { messageOf } from '../../kernel/message-of'
import { command } from '../command'
import { jsonFile, WrongUsage } from '../options'
import { checkWritable, writeWhole } from '../save'
import { stopSignal } from '../signals'
import { MANY_OPTIONS, type ManyArguments, manyUsage, serverOptions } from './arguments'
import { copied } from './backup'
import { Log } from './log'
import { earlierSecret } from './secret-file'

const PRIVATE_FOLDER = 0o700

/** Runs `accounting-simulator many` until it is to end. */
export const runMany = command({
  ...{ word: 'many', wrong: 1, usage: manyUsage, options: MANY_OPTIONS },
  async run(options, { out, error }) {
    const { directory, teams, backup, restore } = options
    if (directory === undefined) throw new WrongUsage('many needs --directory; many --help tells more')
    if (backup !== undefined || restore !== undefined) out(await copied(directory, options))
    else if (teams === undefined) throw new WrongUsage('many needs --teams; many --help tells more')
    else {
      const format = options.log ?? (process.stderr.isTTY ? 'text' : 'json')
      await serve({ ...options, directory, teams }, out, new Log(format, error))
    }
    return 0
  },
})

type Serving = ManyArguments & { readonly directory: string; readonly teams: string }

async function serve(options: Serving, print: (text: string) => void, log: Log): Promise<void> {
  const { directory, teams, readyFile, endWith } = options
  const stopped = stopSignal(endWith, ['SIGINT', 'SIGTERM'])
  if (readyFile !== undefined) {
    checkWritable({ '--ready-file': readyFile })
    removeReadyFile(readyFile)
  }
  makeFolder(directory)
  checkFolder(directory)
  const secret = earlierSecret(directory)
  const fd = givenSocket(process.env)
  const server = await serveMany({
    ...{ ...serverOptions(options), directory, onEvent: log.add },
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
  print(options.json ? line : `Serving sandboxes at ${url}/__sandboxes\n${page}`)
  await stopped
  log.add({ event: 'stopping' })
  if (readyFile !== undefined) rmSync(readyFile, { force: true })
  await server.close()
  log.flush()
  log.add({ event: 'stopped' })
}

/** @throws Error if it is not one of an earlier start, or empty */
function removeReadyFile(file: string): void {
  const line = attempt(() => JSON.parse(readFileSync(file, 'utf8')) as { readonly pid?: unknown })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0 && typeof line?.pid !== 'number')
    throw new Error(`--ready-file ${file} is there already, and it is none: name another file, or remove it`)
  rmSync(file, { force: true })
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
  } catch (error) {
    throw new Error(`--directory ${directory} cannot be made: ${messageOf(error)}`)
  }
}

/** @throws Error that names what another user has, such as one who restored a backup here */
function checkFolder(directory: string): void {
  for (const path of [directory, join(directory, DATABASE)])
    if (
      existsSync(path) &&
      attempt(() => accessSync(path, constants.R_OK | constants.W_OK) ?? true) === undefined
    )
      throw new Error(
        `the user of this process may not read and write ${path}: give ${directory} to that user, ` +
          'with all that is in it',
      )
}

/** The first descriptor that systemd hands over with its sockets. */
const FIRST = 3

/** A socket that systemd has opened for this process and keeps open while the next one starts. */
const givenSocket = ({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): number | undefined =>
  Number(LISTEN_FDS) >= 1 && LISTEN_PID === String(process.pid) ? FIRST : undefined

const teamsIn = (file: string): ManyOptions['teams'] => jsonFile(file, '--teams') as ManyOptions['teams']

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
