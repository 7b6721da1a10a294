import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { messageOf } from '../../../kernel/message-of'

/** Signals that end a process which does not say otherwise. */
export const STOPPING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Starts a program of the user that can be ended with all that it starts, such as the program behind `npx`.
 * @throws Error with a message for the terminal, on Windows, if there is no such program
 */
export function spawnTree(command: readonly string[], options: SpawnOptions): ChildProcess {
  const [program, args, isShell] = forPlatform(command)
  // It leads a group of its own, and the group can be ended as a whole.
  return spawn(program, args, { ...options, detached: process.platform !== 'win32', shell: isShell })
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

/** Ends the tree when a signal ends this process, which would leave it behind. Returns the way to forget it. */
export function endWithProcess(child: ChildProcess): () => void {
  const end = (signal: NodeJS.Signals): void => {
    endTree(child)
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of STOPPING) process.on(signal, end)
  return () => {
    for (const signal of STOPPING) process.off(signal, end)
  }
}

export function problemWith(program: string, error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') return `${program} cannot be run: ${messageOf(error)}`
  return notFound(program)
}

function notFound(program: string): string {
  const isLocal = existsSync(join('node_modules', '.bin', program))
  return `there is no program ${program}${isLocal ? `, perhaps npx ${program}` : ''}`
}

/** On Windows most commands are scripts, such as npx.cmd, which only the shell runs. */
function forPlatform([program = '', ...args]: readonly string[]): [
  program: string,
  args: string[],
  isShell: boolean,
] {
  if (process.platform !== 'win32') return [program, args, false]
  // The shell would say so in the user's language, with a status of its own.
  if (!isOnWindows(program)) throw new Error(notFound(program))
  return [[program, ...args].map(quotedForWindows).join(' '), [], true]
}

const quotedForWindows = (word: string): string =>
  /^[\w./:\\=@+,-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`

function isOnWindows(program: string): boolean {
  const { PATH = '', Path = PATH, PATHEXT = '.COM;.EXE;.BAT;.CMD' } = process.env
  const folders = /[\\/]/.test(program) ? [''] : ['.', ...Path.split(delimiter)]
  const names = ['', ...PATHEXT.split(';')].map((extension) => program + extension)
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
}
