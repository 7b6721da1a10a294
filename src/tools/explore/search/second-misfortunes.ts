import { type KindName, kindOf } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import { type HitPlace, isExchange, type PlanOutcome } from '../run/events'
import { canMeet, misfortuneAt, operationAt, positionsOf } from './operations'
import { edgesOf, eventKey, hitIn, stepsToWrites } from './reactions-alike'

/** Second misfortunes after singles that changed what the program did. */
export class SecondMisfortunes {
  readonly #usual: Usual
  readonly #tried = new Set<string>()

  constructor(
    calm: PlanOutcome,
    private readonly kinds: readonly KindName[],
  ) {
    this.#usual = usualOf(calm)
  }

  /** First where the singles made the program do what no other run shows, then after each of them in turn. */
  after(openings: readonly PlanOutcome[]): Iterable<Plan> {
    const sources = openings.map((opening) => secondsAfter(opening, this.#usual, this.kinds))
    return this.#untried(chain(inTurn(atNewPlaces(openings, this.#usual, this.kinds)), inTurn(sources)))
  }

  /** The same misfortune once more, where its operation comes again. */
  repeated(openings: readonly PlanOutcome[]): Iterable<Plan> {
    return this.#untried(inTurn(openings.map(sameAgain)))
  }

  *#untried(plans: Iterable<Plan>): Iterable<Plan> {
    for (const plan of plans) {
      const name = JSON.stringify(plan)
      if (!this.#tried.has(name)) yield plan
      this.#tried.add(name)
    }
  }
}

function* sameAgain(opening: PlanOutcome): Iterable<Plan> {
  const [first] = opening.plan
  if (!first) return
  for (const place of placesAfter(opening))
    if (place.on === first.on) yield* plansAt(opening, place, [first.do])
}

/** The places and steps of the calm run. */
interface Usual {
  readonly operations: ReadonlySet<string>
  readonly places: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

const usualOf = (calm: PlanOutcome): Usual => ({
  operations: new Set(calm.events.flatMap((event) => (event.kind === 'program' ? [] : [event.on]))),
  places: new Set(calm.events.filter(isExchange).map(eventKey)),
  edges: new Set(edgesOf(calm)),
})

/** The places after the misfortune and before the calm round. Further tries of deliveries come by themselves. */
const placesAfter = (opening: PlanOutcome): HitPlace[] =>
  opening.events
    .slice(hitIn(opening) + 1, opening.calmAt)
    .filter((event) => event.kind !== 'program')
    .filter((event) => event.kind !== 'delivery' || event.attempt === 1)

/** Places that the calm run lacks: once after a misfortune that was carried out, and once after one that was not. */
function atNewPlaces(
  openings: readonly PlanOutcome[],
  { operations, edges }: Usual,
  kinds: readonly KindName[],
): Iterable<Plan>[] {
  const seen = new Set<string>()
  return openings.flatMap((opening) => {
    const [{ do: first } = {}] = opening.plan
    const steps = stepsToWrites(opening.events)
    return placesAfter(opening).flatMap((place) => {
      const step = steps.get(place)
      const name = `${step ?? place.on} ${first && kindOf(first).isCarriedOut === true}`
      const isNew = step === undefined ? !operations.has(place.on) : !edges.has(step)
      if (!isNew || seen.has(name)) return []
      seen.add(name)
      return [plansAt(opening, place, kinds)]
    })
  })
}

/** Places that the calm run lacks take turns with the others, and begin. Crashes at writes come in between. */
function* secondsAfter(
  opening: PlanOutcome,
  { places, edges }: Usual,
  kinds: readonly KindName[],
): Iterable<Plan> {
  const after = placesAfter(opening)
  const steps = stepsToWrites(opening.events)
  const isFresh = (place: HitPlace): boolean => {
    const step = steps.get(place)
    return step === undefined ? !places.has(eventKey(place)) : !edges.has(step)
  }
  const exchanges = after.filter(isExchange)
  const fresh = spread(exchanges.filter(isFresh))
  const known = spread(exchanges.filter((place) => !isFresh(place)))
  const writes = after.filter(({ kind }) => kind === 'write')
  const inOrder = [...spread(writes.filter(isFresh)), ...spread(writes.filter((place) => !isFresh(place)))]
  const crashes = inOrder.flatMap((place) => [...plansAt(opening, place, kinds)])[Symbol.iterator]()
  let given = 0
  for (let at = 0; at < Math.max(fresh.length, known.length); at += 1)
    for (const place of [fresh[at], known[at]])
      if (place)
        for (const plan of plansAt(opening, place, kinds)) {
          yield plan
          given += 1
          const crash = given % BETWEEN_CRASHES === 0 ? crashes.next() : undefined
          if (crash && !crash.done) yield crash.value
        }
  yield* crashes
}

/** After so many second misfortunes at requests and deliveries comes a crash at a write. */
const BETWEEN_CRASHES = 4

function* plansAt(opening: PlanOutcome, place: HitPlace, kinds: readonly KindName[]): Iterable<Plan> {
  const operation = operationAt(place, opening)
  const [number, attempt] = numberOf(place)
  for (const kind of kinds)
    if (canFollow(kind) && canMeet(operation, kind))
      yield [...opening.plan, misfortuneAt(operation, number, kind, attempt)]
}

const numberOf = (place: HitPlace): [number: number, attempt?: number] => {
  if (place.kind === 'write') return [place.write]
  return place.kind === 'request' ? [place.request, place.attempt] : [place.delivery]
}

/** The first, the last, the middle one, and then the others. */
const spread = <Item>(items: readonly Item[]): Item[] => [
  ...new Set([...positionsOf(items.length).flatMap((position) => items[position - 1] ?? []), ...items]),
]

/** Tells whether it may come second. What others do comes alone, and so do a `during` and a wrong clock. */
function canFollow(name: KindName): boolean {
  const { during, isLasting, processFault, fault, waits, reception } = kindOf(name)
  if (during !== undefined || isLasting) return false
  return (
    fault !== undefined ||
    waits !== undefined ||
    reception !== undefined ||
    (processFault !== undefined && processFault.skewsSeconds === undefined)
  )
}

/** One of each in turn, until all are over. */
export function* inTurn<Item>(sources: readonly Iterable<Item>[]): Iterable<Item> {
  for (let open = sources.map((source) => source[Symbol.iterator]()); open.length > 0; ) {
    const going: typeof open = []
    for (const source of open) {
      const { done, value } = source.next()
      if (done) continue
      yield value
      going.push(source)
    }
    open = going
  }
}

export function* chain<Item>(...sources: readonly Iterable<Item>[]): Iterable<Item> {
  for (const source of sources) yield* source
}
