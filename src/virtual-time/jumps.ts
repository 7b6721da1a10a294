import type { Simulator } from '../index'

/** Timers are recorded only during this number of jumps before the limit. */
const LOOKED_AT = 100

/** Describes a program that polls without end, in parts of a message. */
export interface Endless {
  readonly polled: string
  /** The call in which the program waits. */
  readonly waits: string
  /** The position in the program, such as ` at f (file.js:3:4)`. Apart, because paths differ by machine. */
  readonly place: string
  readonly advice: string
}

/** Counts the jumps of time for a program, to detect polling without end. */
export class Jumps {
  readonly #timers = new Map<string, { readonly call: string; readonly place: string; count: number }>()
  #count = 0
  #began: string | undefined

  constructor(private readonly atMost: number) {}

  /** Counts a jump. Returns a description if there were too many. */
  count(clock: Pick<Simulator['clock'], 'now' | 'next'>): Endless | undefined {
    this.#began ??= clock.now
    this.#count += 1
    if (this.#count <= this.atMost) return undefined
    const { now, next } = clock
    const [most] = [...this.#timers.values()].sort((a, b) => b.count - a.count)
    return {
      polled:
        `your program polled ${thousands(this.atMost)} times, from ${this.#began} to ${now}, without ` +
        'coming to an end.',
      waits: most
        ? `It waits in ${most.call}`
        : `It waits for a ${next()?.kind ?? 'timer'} of the simulator's clock`,
      place: most?.place ?? '',
      advice: `If it is meant to, say so: { maxJumps: ${this.atMost * 10} }`,
    }
  }

  /** Reads the stack only near the limit, because reading is expensive. */
  noteTimer(call: string): void {
    if (this.#count < this.atMost - LOOKED_AT) return
    const place = callerOf(new Error())
    const known = this.#timers.get(call + place) ?? { call, place, count: 0 }
    known.count += 1
    this.#timers.set(call + place, known)
  }
}

const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Frames of this package and of Node. */
export const NOT_OF_PROGRAM = /src\/(virtual|host)-time|dist\/(time|chunk)|node:/

/** The first stack frame that belongs neither to this package nor to Node. */
function callerOf({ stack = '' }: Error): string {
  const frame = stack
    .split('\n')
    .slice(1)
    .find((line) => !NOT_OF_PROGRAM.test(line))
  return frame ? ` ${frame.trim()}` : ''
}
