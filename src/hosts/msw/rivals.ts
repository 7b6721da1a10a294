import type { Served } from '../served'

/** Requests that somebody answers; more are remembered than are ever under way. */
const AT_MOST = 1000
const answering = new Set<string>()

/**
 * Whether nobody has begun to answer the request. msw asks the handlers of a second server, too, and of the same
 * server twice if another one listened before. Only the first answer counts, and only it may be carried out.
 */
export function isFirst(request: string): boolean {
  if (answering.has(request)) return false
  answering.add(request)
  for (const oldest of answering) {
    if (answering.size <= AT_MOST) break
    answering.delete(oldest)
  }
  return true
}

/** The simulators that handlers were made for, and that were not asked yet, by their origin. */
const unasked = new Map<string, WeakRef<Served>[]>()

export function noteHandlers(simulator: Served): void {
  if (simulator.hosting?.handlers === 'none') simulator.hosting.handlers = 'unasked'
  const waiting = unasked.get(simulator.baseUrl) ?? []
  unasked.set(simulator.baseUrl, [...waiting, new WeakRef(simulator)])
}

/**
 * Warns once if handlers for the same origin were made later for another simulator and have got nothing. Of two
 * handlers in one server the first answers.
 */
export function tellOfHidden(simulator: Served, { method, url }: Request): void {
  const waiting = unasked.get(simulator.baseUrl) ?? []
  const own = waiting.findIndex((one) => one.deref() === simulator)
  const later = waiting.slice(own + 1).some((one) => ![undefined, simulator].includes(one.deref()))
  unasked.delete(simulator.baseUrl)
  if (own < 0 || !later) return
  console.warn(
    `accounting-simulator: ${method} ${url} was answered by the first of several simulators whose handlers serve ` +
      `${simulator.baseUrl}. If they are in one msw server, the first handler wins: give each simulator a ` +
      'baseUrl of its own.',
  )
}
