import { spawn } from 'node:child_process'

/** How a process ended. The code is null where it was ended because its time was over. */
export interface Ended {
  readonly text: string
  readonly code: number | null
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Milliseconds after which it is ended. */
  readonly timeout?: number
}

/** Runs a program to its end and gathers what it prints. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => texts.push(String(part)))
    child.on('error', reject)
    // A program may end in its own way when it is told that its time is over.
    child.on('close', (code) => resolve({ text: texts.join(''), code: child.killed ? null : (code ?? 1) }))
  })
}
