import { asyncHooks } from '../../host-time/platform'
import type { Served } from '../served'

/** More requests are remembered than are ever under way. */
const AT_MOST = 1000
/** Requests that somebody answers, and earlier ones. To take the oldest out of one set one by one is slow. */
let answering = new Set<string>()
let earlier = answering

/**
 * Tells whether nobody has begun to answer the request. msw asks the handlers of a second server, too, and of the same
 * server twice if another one listened before. Only the first answer counts, and only it may be carried out.
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

/** More servers than listen at one time; a suite makes thousands of handlers, one after another. */
const LAST = 8
type Made = readonly WeakRef<Served>[]
/** The last simulators that handlers were made for, in the order in which they were made, by their origin. */
const made = new Map<string, Made>()
/** The one that answered last. */
const answered = new Map<string, WeakRef<Served>>()
/** The simulators that were made before another for their origin answered. */
const settled = new WeakSet<Served>()

const andLast = (before: Made | undefined, simulator: Served): Made => [
  ...(before ?? []).slice(1 - LAST),
  new WeakRef(simulator),
]

/**
 * From Node 24 on, a storage costs nothing. Before, the first value in one slows each promise of the process, which is
 * a tenth of a suite; there, flows are told apart by the values of others alone, such as that of `server.boundary`.
 */
const madeInFlow =
  asyncHooks && Number.parseInt(process.versions.node, 10) >= 24
    ? new asyncHooks.AsyncLocalStorage<Made>()
    : undefined
const madeBeside = new WeakMap<object, Made>()

/** The values of all storages that follow the flow; older Nodes keep them on its resource. */
function valuesOfFlow(): object[] {
  const resource = (asyncHooks?.executionAsyncResource() ?? {}) as Readonly<Record<symbol, unknown>>
  return Object.getOwnPropertySymbols(resource).flatMap((key) => {
    const value = key.description === 'kResourceStore' ? resource[key] : undefined
    return typeof value === 'object' && value !== null ? [value] : []
  })
}

/** Simulators with handlers in the flow of calls that led here; each flow of `server.boundary` has its own. */
const madeHere = (): Made =>
  madeInFlow?.getStore() ?? valuesOfFlow().flatMap((value) => madeBeside.get(value) ?? [])

function noteInFlow(simulator: Served): void {
  if (madeInFlow) madeInFlow.enterWith(andLast(madeInFlow.getStore(), simulator))
  else for (const value of valuesOfFlow()) madeBeside.set(value, andLast(madeBeside.get(value), simulator))
}

/** False if one was made in the flow of the request, and the other outside of it. */
function canMeet(one: Served, other: Served): boolean {
  const here = madeHere().map((ref) => ref.deref())
  return !here.includes(one) || here.includes(other)
}

export function noteHandlers(simulator: Served): void {
  noteInFlow(simulator)
  if (simulator.hosting?.handlers === 'none') simulator.hosting.handlers = 'unused'
  made.set(simulator.baseUrl, andLast(made.get(simulator.baseUrl), simulator))
}

/** The simulators that handlers were made for and that are still there, for one origin. */
export const madeFor = (origin: string): Served[] =>
  [...made].flatMap(([baseUrl, all]) =>
    new URL(baseUrl).origin === origin ? all.flatMap((one) => one.deref() ?? []) : [],
  )

/**
 * Notes who answers, and that the others for the same origin do not. Warns once if one was made later and has got
 * nothing: of two handlers in one server the first answers. Of two servers it is the one that listened last; whether
 * the other one still listens, nobody knows, so that is said only where its test fails.
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
