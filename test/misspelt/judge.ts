import {
  createSimulator,
  isDurationError,
  isOptionError,
  isRefusal,
  isUsageError,
  type Simulator,
} from 'accounting-simulator'

/** A name that somebody got wrong: where, what is called with it, and the words that tell the right one. */
export type Row = readonly [place: string, call: (simulator: Simulator) => unknown, told: string]

/** Mistakes that the types refuse. */
export const loose = (value: unknown): never => value as never

/** What is told of the mistake in a world where nothing has happened; an answer that was given counts as silence. */
export async function toldOf(call: Row[1]): Promise<string> {
  try {
    const answer = await call(createSimulator())
    return `nothing, but given: ${JSON.stringify(answer)}`
  } catch (error) {
    const isTyped = isOptionError(error) || isRefusal(error) || isUsageError(error) || isDurationError(error)
    return isTyped ? String(error) : `an error of the language: ${String(error)}`
  }
}
