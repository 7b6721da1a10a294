import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import * as ownPaths from 'node:path'
import { attempt } from '../../../kernel/attempt'
import { messageOf } from '../../../kernel/message-of'

/** Signals that end a process which does not say otherwise. */
export const STOPPING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Starts a program of the user that can be ended with all that it starts, such as the program behind `npx`.
 * @throws Error with a message for the terminal, on Windows, if there is no such program
 */
export function spawnTree(command: readonly string[], options: SpawnOptions): ChildProcess {
  const { program, args, ...how } = spawnStart(command)
  return spawn(program, args, { ...options, ...how })
}

/** Ends a process and all that it started, at once. Off Windows, it must lead a group of its own. */
export function endTree({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (process.platform === 'win32')
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => undefined)
  else signalGroup(pid, 'SIGKILL')
}

export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // Nothing of the group is left.
  }
}

/** The ends of what a signal to this process would leave behind. */
const ends = new Set<() => void>()

function endAll(signal: NodeJS.Signals): void {
  // A program that began later may still write in its folder.
  for (const end of [...ends].reverse()) attempt(end)
  process.exit(128 + constants.signals[signal])
}

/** Does the work when a signal ends this process. Returns the way to forget it. */
export function endWithProcess(work: () => void): () => void {
  if (ends.size === 0) for (const signal of STOPPING) process.on(signal, endAll)
  ends.add(work)
  return () => {
    ends.delete(work)
    if (ends.size === 0) for (const signal of STOPPING) process.off(signal, endAll)
  }
}

export function problemWith(program: string, error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') return `${program} cannot be run: ${messageOf(error)}`
  return notFound(program)
}

function notFound(program: string): string {
  const isLocal = existsSync(ownPaths.join('node_modules', '.bin', program))
  return `there is no program ${program}${isLocal ? `, perhaps npx ${program}` : ''}`
}

/** The facts of a system that a start depends on. */
interface HostSystem {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly paths: Pick<typeof ownPaths, 'delimiter' | 'join' | 'extname'>
  exists(path: string): boolean
}

const OWN_SYSTEM: HostSystem = {
  platform: process.platform,
  env: process.env,
  paths: ownPaths,
  exists: existsSync,
}

/** The arguments of `spawn`. */
interface Start {
  readonly program: string
  readonly args: readonly string[]
  /** True where it leads a group of its own, which can be ended as a whole. */
  readonly detached: boolean
  readonly shell: boolean
}

/** On Windows most commands are scripts, such as npx.cmd, which only the shell runs. */
export function spawnStart(
  [program = '', ...args]: readonly string[],
  system: HostSystem = OWN_SYSTEM,
): Start {
  if (system.platform !== 'win32') return { program, args, detached: true, shell: false }
  const file = fileOnWindows(program, system)
  // The shell would say so in the user's language, with a status of its own.
  if (file === undefined) throw new Error(notFound(program))
  if (/\.(exe|com)$/i.test(file)) return { program, args, detached: false, shell: false }
  const line = [program, ...args].map(quotedForWindows).join(' ')
  return { program: line, args: [], detached: false, shell: true }
}

const quotedForWindows = (word: string): string =>
  /^[\w./:\\=@+,-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`

/** The file that Windows runs: a name without an ending gets one of those in PATHEXT. */
function fileOnWindows(program: string, { env, exists, paths }: HostSystem): string | undefined {
  const { PATH = '', Path = PATH, PATHEXT = '.COM;.EXE;.BAT;.CMD' } = env
  const folders = /[\\/]/.test(program) ? [''] : ['.', ...Path.split(paths.delimiter)]
  const endings = [...(paths.extname(program) === '' ? [] : ['']), ...PATHEXT.split(';')]
  return folders
    .flatMap((folder) => endings.map((ending) => paths.join(folder, program + ending)))
    .find((path) => exists(path))
}
