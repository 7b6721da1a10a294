import { asyncHooks } from '../../host-time/platform'
import type { Served } from '../served'

/** Larger than the number of requests that are ever under way at once. */
const AT_MOST = 1000
/** Two generations of request ids. Dropping a whole set is faster than deleting old ids one by one. */
let answering = new Set<string>()
let earlier = answering

/**
 * True for the first handler that gets the request. msw also asks the handlers of a second server, and of the
 * same server twice if another one listened before. Only the first answer counts, so only it may be given.
 */
export function isFirst(request: string): boolean {
  if (answering.has(request) || earlier.has(request)) return false
  if (answering.size === AT_MOST) {
    earlier = answering
    answering = new Set()
  }
  answering.add(request)
  return true
}

/** More servers than ever listen at once. A suite makes thousands of handlers one after another. */
const LAST = 8
type Made = readonly WeakRef<Served>[]
/** The latest simulators with handlers for each origin, oldest first. */
const made = new Map<string, Made>()
/** The simulator that answered last, for each origin. */
const answered = new Map<string, WeakRef<Served>>()
/** Simulators that already existed when another simulator answered for their origin. */
const settled = new WeakSet<Served>()

const andLast = (before: Made | undefined, simulator: Served): Made => [
  ...(before ?? []).slice(1 - LAST),
  new WeakRef(simulator),
]

/**
 * An AsyncLocalStorage costs nothing from Node 24 on. On older Nodes it slows every promise, which is a tenth
 * of a suite; there, the values of other storages, such as `server.boundary`'s, distinguish flows.
 */
const madeInFlow =
  asyncHooks && Number.parseInt(process.versions.node, 10) >= 24
    ? new asyncHooks.AsyncLocalStorage<Made>()
    : undefined
const madeBeside = new WeakMap<object, Made>()

/** The values of all AsyncLocalStorages in this flow. Older Nodes keep them on the async resource. */
function valuesOfFlow(): object[] {
  const resource = (asyncHooks?.executionAsyncResource() ?? {}) as Readonly<Record<symbol, unknown>>
  return Object.getOwnPropertySymbols(resource).flatMap((key) => {
    const value = key.description === 'kResourceStore' ? resource[key] : undefined
    return typeof value === 'object' && value !== null ? [value] : []
  })
}

/** Simulators with handlers in this async flow. Each `server.boundary` of msw is a flow of its own. */
const madeHere = (): Made =>
  madeInFlow?.getStore() ?? valuesOfFlow().flatMap((value) => madeBeside.get(value) ?? [])

function noteInFlow(simulator: Served): void {
  if (madeInFlow) madeInFlow.enterWith(andLast(madeInFlow.getStore(), simulator))
  else for (const value of valuesOfFlow()) madeBeside.set(value, andLast(madeBeside.get(value), simulator))
}

/** False if `one` got its handlers in the current async flow, and `other` got them outside of it. */
function canMeet(one: Served, other: Served): boolean {
  const here = madeHere().map((ref) => ref.deref())
  return !here.includes(one) || here.includes(other)
}

export function noteHandlers(simulator: Served): void {
  noteInFlow(simulator)
  if (simulator.hosting?.handlers === 'none') simulator.hosting.handlers = 'unused'
  made.set(simulator.baseUrl, andLast(made.get(simulator.baseUrl), simulator))
}

/** The simulators of an origin that have handlers and are still in memory. */
export const madeFor = (origin: string): Served[] =>
  [...made].flatMap(([baseUrl, all]) =>
    new URL(baseUrl).origin === origin ? all.flatMap((one) => one.deref() ?? []) : [],
  )

/**
 * Records that this simulator answers for its origin. Warns once if handlers that were made later get no
 * request: in one server the first handler wins. Of two servers the one that listened last wins. Nobody knows
 * whether the other still listens, so only a failed test reports that.
 */
export function noteAnswer(simulator: Served, { method, url }: Request): void {
  const { baseUrl, hosting } = simulator
  if (hosting) hosting.handlers = 'used'
  if (answered.get(baseUrl)?.deref() === simulator) return
  answered.set(baseUrl, new WeakRef(simulator))
  const all = (made.get(baseUrl) ?? [])
    .flatMap((one) => one.deref() ?? [])
    .filter((one) => canMeet(simulator, one))
  const later = all.slice(all.indexOf(simulator) + 1).filter((one) => one !== simulator && !settled.has(one))
  for (const one of all) {
    settled.add(one)
    if (one !== simulator && one.hosting) one.hosting.handlers = 'shadowed'
  }
  if (!all.includes(simulator) || later.length === 0) return
  console.warn(
    `accounting-simulator: ${method} ${url} was answered by the first of several simulators whose handlers serve ` +
      `${baseUrl}. In one msw server the first handler wins: give each simulator its own baseUrl.`,
  )
}
