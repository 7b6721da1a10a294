import { randomInt } from 'node:crypto'

/** Draws that a seed repeats. */
export interface Chance {
  below(count: number): number
  pick<One>(from: readonly One[]): One
  /** Some of them, in their order. */
  some<One>(from: readonly One[], count: number): One[]
}

/** The seed of a run: of the environment, or another one every time, told so that the run can be repeated. */
export function seedOf(variable: string): number {
  const seed = Number(process.env[variable] ?? randomInt(2 ** 31))
  console.log(`${variable}=${seed} repeats this run`)
  return seed
}

export function chanceOf(seed: number): Chance {
  let state = seed | 0
  const below = (count: number): number => {
    // The mixing of SplitMix32: every seed gives a long run without visible order.
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % count
  }
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    some: (from, count) => {
      const order = from.map((_, index) => index)
      const drawn = Array.from(
        { length: Math.min(count, from.length) },
        () => order.splice(below(order.length), 1)[0] as number,
      )
      return drawn.sort((a, b) => a - b).map((index) => from[index] as (typeof from)[number])
    },
  }
}
