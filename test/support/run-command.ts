import { createSimulator } from '../../src'

/** What a command printed, and its exit status. */
export interface Ran {
  readonly status: number
  readonly out: string
  readonly error: string
}

interface Output {
  readonly create: typeof createSimulator
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

/** Runs a command of the package in this process. */
export async function runCommand(command: (output: Output) => Promise<number>): Promise<Ran> {
  let [out, error] = ['', '']
  const status = await command({
    create: createSimulator,
    out: (text) => {
      out += text
    },
    error: (text) => {
      error += text
    },
  })
  return { status, out, error }
}
