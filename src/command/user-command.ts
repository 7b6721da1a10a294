import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { endTree, problemWith, STOPPING, signalGroup, spawnTree } from '../tools/explore/host/process-tree'

export type UserCommand = readonly [program: string, ...args: string[]]

export interface RunOptions {
  /** Variables of the environment besides those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** 'shown': the command has the streams of this process. 'kept': `said` has what it prints, and it reads nothing. */
  readonly output: 'shown' | 'kept'
  /** Real milliseconds after which the command is ended. */
  readonly timeLimit?: number
}

export interface CommandEnd {
  /** The exit status. Of a command that a signal ended, 128 and the signal's number, as shells say it. */
  readonly status: number
  readonly isLate: boolean
  /** The signal that this process got and handed on, if it got one. */
  readonly stoppedBy?: NodeJS.Signals | undefined
  /** The output of both streams, if it is kept. */
  readonly said: string
}

/** A signal ended a run, which therefore says nothing. */
export class StoppedRun extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`stopped by ${signal}, so nothing is judged`)
  }
}

/**
 * Takes the options of a command apart from the user's command behind `--`.
 * @param word the command, for the message
 * @throws Error with a message for the terminal
 */
export function splitAtCommand(
  word: string,
  args: readonly string[],
): { readonly own: string[]; readonly command: UserCommand | undefined } {
  const end = args.indexOf('--')
  const own = end < 0 ? [...args] : args.slice(0, end)
  if (own.includes('--help')) return { own, command: undefined }
  const [program, ...rest] = end < 0 ? [] : args.slice(end + 1)
  if (program === undefined || program === '')
    throw new Error(
      `${word} needs a command after --, such as accounting-simulator ${word} -- npx vitest run; --help tells more`,
    )
  return { own, command: [program, ...rest] }
}

/** The words of a command as a program and its arguments. */
export const userCommand = ([program = '', ...args]: readonly string[]): UserCommand => [program, ...args]

/**
 * Runs the user's command to its end. Signals that would stop this process are handed on; a second one ends the
 * command at once. What the command leaves running is ended with it.
 * @throws Error with a message for the terminal, if there is no such program
 */
export async function runUserCommand(command: UserCommand, options: RunOptions): Promise<CommandEnd> {
  const { env, output, timeLimit } = options
  const isShown = output === 'shown'
  const child = spawnTree(command, {
    env: { ...process.env, ...env },
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  let isLate = false
  const tooLate = () => {
    isLate = true
    endTree(child)
  }
  const timer = timeLimit === undefined ? undefined : setTimeout(tooLate, timeLimit)
  const forwarding = forwardSignals(child)
  try {
    const status = await statusOf(child, command[0])
    return { status, isLate, said, stoppedBy: forwarding.signal }
  } finally {
    clearTimeout(timer)
    forwarding.end()
    endTree(child)
  }
}

/** Tells of signals that would stop this process, until the function that it returns is called. */
export function onStopping(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of STOPPING) process.on(signal, listener)
  return () => {
    for (const signal of STOPPING) process.off(signal, listener)
  }
}

interface Forwarding {
  /** The first signal that was handed on. */
  readonly signal: NodeJS.Signals | undefined
  end(): void
}

function forwardSignals(child: ChildProcess): Forwarding {
  let first: NodeJS.Signals | undefined
  const forward = (signal: NodeJS.Signals): void => {
    if (first !== undefined || child.pid === undefined || process.platform === 'win32') endTree(child)
    else signalGroup(child.pid, signal)
    first ??= signal
  }
  const end = onStopping(forward)
  return {
    get signal() {
      return first
    },
    end,
  }
}

/** Real milliseconds in which the last output of a process that has ended arrives. */
const LAST_OUTPUT = 1000

function statusOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(problemWith(program, error))))
    let status = 0
    child.once('exit', (code, signal) => {
      status = code ?? 128 + constants.signals[signal ?? 'SIGKILL']
      // A process that it left running may hold the streams open.
      endTree(child)
      setTimeout(() => resolve(status), LAST_OUTPUT).unref()
    })
    child.once('close', () => resolve(status))
  })
}
