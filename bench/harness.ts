import { setImmediate as nextTurn } from 'node:timers/promises'
import { quartiles } from './quartiles'

/** One way of doing something. `prepare` and `restore` stand around each round, untimed. */
export interface Variant {
  readonly name: string
  readonly run: (index: number) => unknown
  readonly prepare?: () => void
  readonly restore?: () => void
  /** Runs a whole round inside something, such as a scope of virtual time. */
  readonly around?: (round: () => Promise<number>) => Promise<number>
}

/** Milliseconds of processor time, which other programs of the machine do not change, nor a scope of virtual time. */
const now = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export interface Timing {
  readonly name: string
  /** Microseconds per operation, one figure for each round. */
  readonly rounds: readonly number[]
}

export interface Schedule {
  readonly rounds: number
  /** How long one variant runs in one round, about. */
  readonly sliceMilliseconds: number
  /** Most operations of one round, for what grows with use. */
  readonly operationsAtMost: number
}

export const USUAL: Schedule = { rounds: 15, sliceMilliseconds: 60, operationsAtMost: 5000 }

/**
 * Without a turn of the event loop, finished requests are not collected. Users' programs yield now and then.
 */
const OPERATIONS_PER_TURN = 20

/**
 * Times all variants in turn, round after round, beginning with another one each time, so that
 * whatever else the machine does hits all of them alike. The number of operations is found while
 * warming up and then stays.
 */
export async function timings<const V extends readonly Variant[]>(
  variants: V,
  schedule: Schedule = USUAL,
): Promise<{ [Position in keyof V]: Timing }> {
  const counts = new Map<Variant, number>()
  for (const variant of variants) counts.set(variant, await warmUp(variant, schedule))
  const rounds = new Map(variants.map((variant) => [variant, [] as number[]]))
  for (let round = 0; round < schedule.rounds; round += 1) {
    for (let turn = 0; turn < variants.length; turn += 1) {
      const variant = variants[(round + turn) % variants.length] as Variant
      const operations = counts.get(variant) ?? 1
      rounds.get(variant)?.push(((await timed(variant, operations)) * 1000) / operations)
    }
  }
  const result = variants.map((variant) => ({ name: variant.name, rounds: rounds.get(variant) ?? [] }))
  return result as { [Position in keyof V]: Timing }
}

/**
 * Slices until the code is compiled. The way of a write is long: much of it is compiled only after a few thousand.
 */
const WARM_UP = 24

/** Runs until the code is compiled; the last trial says how many operations make a slice. */
async function warmUp(variant: Variant, { sliceMilliseconds, operationsAtMost }: Schedule): Promise<number> {
  let operations = 1
  for (let trial = 0; trial < WARM_UP; trial += 1) {
    const milliseconds = Math.max(await timed(variant, operations), 0.001)
    const fitting = Math.ceil((operations * sliceMilliseconds) / milliseconds)
    operations = Math.min(Math.max(fitting, 1), operations * 10, operationsAtMost)
  }
  return operations
}

async function timed(variant: Variant, operations: number): Promise<number> {
  variant.prepare?.()
  await nextTurn()
  const round = () => duration(variant, operations)
  const milliseconds = await (variant.around === undefined ? round() : variant.around(round))
  variant.restore?.()
  return milliseconds
}

async function duration({ run }: Variant, operations: number): Promise<number> {
  const start = now()
  for (let index = 0; index < operations; index += 1) {
    await run(index)
    if (index % OPERATIONS_PER_TURN === OPERATIONS_PER_TURN - 1) await nextTurn()
  }
  return now() - start
}

export const medianOf = ({ rounds }: Timing): number => quartiles(rounds).median
