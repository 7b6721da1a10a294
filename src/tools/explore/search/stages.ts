import { isOrder } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import type { ExperimentSettings } from '../read-experiment'
import type { PlanOutcome } from '../run/events'
import { atEachRequest, atFirstRequest, furtherTries, randomPlans, refusals } from './candidates'
import { type Operation, operationsOf } from './operations'
import { ordersIn, withOrders } from './orders'
import { openingsOf, unlikeKinds } from './reactions-alike'
import { chain, SecondMisfortunes } from './second-misfortunes'
import { SeededNumbers } from './seeded-numbers'

export interface SearchStage {
  /**
   * A shard plays a part of the plans of a divided stage, and all plans of the others. Stages after a divided one must
   * be divided, because no shard has all outcomes.
   */
  readonly isDivided: boolean
  /** Its plans, given what was played in the stages before it that are not divided. */
  plans(played: readonly PlanOutcome[]): Iterable<Plan>
  /** Names the plans that remain after so many; before it begins, after none. */
  leftAfter(count: number): string[]
}

/** Without other misfortunes, so many orders come before any two together. */
const ORDERS_ALONE = 60
/** After so many misfortunes alone comes an order. */
const BETWEEN_ORDERS = 3

/** The stages in their order. The last one has no end, if anything can happen to the program at all. */
export function stagesOf(
  { kept, kinds, seed }: Pick<ExperimentSettings, 'kept' | 'kinds' | 'seed'>,
  operations: readonly Operation[],
  calm: PlanOutcome,
): SearchStage[] {
  const singles = [...atFirstRequest(operations, kinds)]
  const orders = kinds.some(isOrder) ? ordersIn(calm) : []
  const alone = orders.map((order): Plan => [order])
  const early = singles.length > 0 ? Math.ceil(singles.length / BETWEEN_ORDERS) : ORDERS_ALONE
  const further = [...atEachRequest(operations, kinds), ...furtherTries(operations, kinds)]
  const hasSecond = singles.length > 0
  const names = {
    'the same at each request': further.length > 0,
    'two misfortunes': hasSecond && !kinds.every(isOrder),
    'other orders': alone.length > (hasSecond ? 0 : early),
    'random plans': hasSecond || alone.length > 0,
  }
  const ahead = Object.entries(names).flatMap(([name, isThere]) => (isThere ? [name] : []))
  return [
    fixed(new RoundRobin([[{ name: 'kept plans', plans: kept }]])),
    fixed(
      new RoundRobin(
        [
          [{ name: 'each misfortune alone', plans: singles }],
          [{ name: 'other orders', plans: alone.slice(0, early) }],
        ],
        [BETWEEN_ORDERS],
      ),
    ),
    {
      isDivided: false,
      plans: (played) => refusals(operations, unlikeKinds(calm, onesOf(played))),
      // Plans that are left come with the next stage.
      leftAfter: () => [],
    },
    withoutEnd(ahead, (played) => {
      const ones = onesOf(played)
      const unlike = unlikeKinds(calm, ones)
      const isUnlike = ([misfortune]: Plan): boolean =>
        misfortune !== undefined && unlike.get(misfortune.on)?.has(misfortune.do) !== false
      // A misfortune that could not happen in the calm run may happen at something new.
      const known = new Set(ones.map(({ plan: [misfortune] }) => misfortune?.do))
      const worthwhile = kinds.filter(
        (kind) => !known.has(kind) || [...unlike.values()].some((some) => some.has(kind)),
      )
      const openings = openingsOf(calm, ones)
      const [first, later] = [openings.filter((one) => !isLater(one)), openings.filter(isLater)]
      const second = new SecondMisfortunes(calm, worthwhile)
      const done = new Set(ones.map(({ plan }) => JSON.stringify(plan)))
      const open = further.filter((plan) => !done.has(JSON.stringify(plan)))
      return {
        further: open.filter(isUnlike),
        pairs: chain(
          second.after(first),
          open.filter((plan) => !isUnlike(plan)),
        ),
        repeated: chain(second.repeated([...later, ...first]), second.after(later)),
        orders: kinds.some(isOrder) ? chain(alone.slice(early), withOrders(openings, orders)) : [],
        random: randomPlans(withNewOnes(operations, openings), kinds, orders, new SeededNumbers(seed)),
      }
    }),
  ]
}

/** Misfortunes alone that happened. */
const onesOf = (played: readonly PlanOutcome[]): PlanOutcome[] =>
  played.filter(({ plan, met }) => plan.length === 1 && met.length === 1)

/** Tells whether it happened at a further request or try, which `atFirstRequest` leaves out. */
const isLater = ({ plan: [one] }: PlanOutcome): boolean =>
  one !== undefined && !one.last && ((one.request ?? 1) > 1 || (one.attempt ?? 1) > 1)

/** The operations of the calm run, and those that the program used only after a misfortune. */
function withNewOnes(operations: readonly Operation[], openings: readonly PlanOutcome[]): Operation[] {
  const all = new Map(operations.map((operation) => [operation.on, operation]))
  for (const operation of openings.flatMap((opening) => operationsOf(opening)))
    if (!all.has(operation.on)) all.set(operation.on, operation)
  return [...all.values()]
}

const fixed = (turns: RoundRobin): SearchStage => ({
  isDivided: false,
  plans: () => turns.plans(),
  leftAfter: (count) => turns.leftAfter(count),
})

interface Sources {
  readonly further: Iterable<Plan>
  /** Pairs, and at last single misfortunes to which the program reacts as it did to others. */
  readonly pairs: Iterable<Plan>
  /** The same misfortune once more, and two misfortunes of which the first happens later. */
  readonly repeated: Iterable<Plan>
  readonly orders: Iterable<Plan>
  readonly random: Iterable<Plan>
}

/** Random plans take the place of the further singles when these are over. `ahead`: what remains before it begins. */
function withoutEnd(ahead: string[], sourcesOf: (played: readonly PlanOutcome[]) => Sources): SearchStage {
  let turns: RoundRobin | undefined
  const rowsOf = ({ further, pairs, repeated, orders, random }: Sources): PlanSource[][] => [
    [
      { name: 'the same at each request', plans: further },
      { name: 'random plans', rest: 'more random plans', plans: random },
    ],
    [{ name: 'two misfortunes', plans: pairs }],
    [{ name: 'other orders', plans: orders }],
    [{ name: 'two misfortunes', plans: repeated }],
  ]
  return {
    isDivided: true,
    plans(played) {
      turns = new RoundRobin(rowsOf(sourcesOf(played)), [2, 2, 2, 1])
      return turns.plans()
    },
    leftAfter: (count) => turns?.leftAfter(count) ?? ahead,
  }
}

/** A part of a stage: what remains of it has a name. */
interface PlanSource {
  readonly name: string
  /** The name of what remains once it has begun. @default the same */
  readonly rest?: string
  readonly plans: Iterable<Plan>
}

/** Rows of sources take turns until all are over; the sources of a row come one after the other. */
class RoundRobin {
  readonly #rows: readonly (readonly Peekable[])[]
  /** The source of each plan that was given. */
  readonly #given: Peekable[] = []

  /** @param shares how many plans of each row come in its turn, one unless it says so */
  constructor(
    rows: readonly (readonly PlanSource[])[],
    private readonly shares: readonly number[] = [],
  ) {
    this.#rows = rows.map((row) => row.map((source) => new Peekable(source)))
  }

  *plans(): Iterable<Plan> {
    for (let before = -1; before < this.#given.length; ) {
      before = this.#given.length
      for (const [position, row] of this.#rows.entries())
        for (let share = this.shares[position] ?? 1; share > 0; share -= 1) {
          const source = row.find(({ isOver }) => !isOver)
          if (!source) break
          this.#given.push(source)
          yield source.take()
        }
    }
  }

  /** Names the plans that remain after so many. */
  leftAfter(count: number): string[] {
    const [begun, waiting] = [this.#given.slice(0, count), this.#given.slice(count)]
    const names = this.#rows
      .flat()
      .filter((source) => !source.isOver || waiting.includes(source))
      .map((source) => (begun.includes(source) ? source.rest : source.name))
    return [...new Set(names)]
  }
}

/** It knows of the end when the last plan is taken, and not only when there is none any more. */
class Peekable {
  readonly name: string
  readonly rest: string
  readonly #plans: Iterator<Plan>
  #next: IteratorResult<Plan>

  constructor({ name, rest = name, plans }: PlanSource) {
    this.name = name
    this.rest = rest
    this.#plans = plans[Symbol.iterator]()
    this.#next = this.#plans.next()
  }

  get isOver(): boolean {
    return this.#next.done === true
  }

  take(): Plan {
    const { value } = this.#next
    this.#next = this.#plans.next()
    return value
  }
}
