import type { Simulator } from '../index'

/** Number of the last jumps before the limit whose timers are recorded. */
const LOOKED_AT = 100

/** Counts the jumps of time for a program, to detect one that polls without end. */
export class Jumps {
  readonly #timers = new Map<string, number>()
  #count = 0
  #began: string | undefined

  constructor(private readonly atMost: number) {}

  /** Counts a jump. Returns an error text if there were too many. */
  count(clock: Pick<Simulator['clock'], 'now' | 'next'>): string | undefined {
    this.#began ??= clock.now
    this.#count += 1
    if (this.#count <= this.atMost) return undefined
    const { now, next } = clock
    const [most] = [...this.#timers].sort(([, a], [, b]) => b - a)
    const kind = next()?.kind ?? 'timer'
    const where = most ? `It waits in ${most[0]}.` : `It waits for a ${kind} of the simulator's clock.`
    return (
      `your program polled ${thousands(this.atMost)} times, from ${this.#began} to ${now}, without ` +
      `coming to an end. ${where} If it is meant to, say so: { maxJumps: ${this.atMost * 10} }`
    )
  }

  /** The stack is read only near the limit, because it is expensive. */
  noteTimer(call: string): void {
    if (this.#count < this.atMost - LOOKED_AT) return
    const place = `${call}${callerOf(new Error())}`
    this.#timers.set(place, (this.#timers.get(place) ?? 0) + 1)
  }
}

const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Frames of this package and of Node. */
export const NOT_OF_PROGRAM = /src\/(virtual|host)-time|dist\/(time|chunk)|node:/

/** The first frame that belongs neither to this package nor to Node. */
function callerOf({ stack = '' }: Error): string {
  const frame = stack
    .split('\n')
    .slice(1)
    .find((line) => !NOT_OF_PROGRAM.test(line))
  return frame ? ` ${frame.trim()}` : ''
}
