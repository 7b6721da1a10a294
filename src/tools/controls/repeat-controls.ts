import { arrayOf, flag, type Reader, text, unchecked, whole } from '../../errors/reader'
import { templatesOf } from '../../events/traffic/wire-message'
import { hostTime } from '../../host-time/host-time'
import { platform } from '../../host-time/platform'
import { messageOf } from '../../kernel/message-of'
import { createInBrowser } from '../../simulator/create-in-browser'
import { internalsOf } from '../../simulator/internals-of'
import type { Simulator } from '../../simulator/simulator'
import { type Control, type ControlCall, post } from './control'
import { judged } from './judging-controls'
import { Renumbering, slicesOf } from './renumbered'

type Entry = Simulator['timeline'][number]

const takes: Readonly<Record<string, Reader<unknown>>> = {
  entries: arrayOf(whole(1), 'a list of numbers', 1),
  now: text,
  small: flag,
  matcher: text,
  records: text,
  options: unchecked,
  route: text,
  body: unchecked,
}

/** The most entries that are repeated in all to find the needed ones. Sandboxes share a processor. */
const DONE_AT_MOST = 6000
const DONE_IN_SANDBOX = 600
/** The longest search for a smaller test, in milliseconds. */
const LOOKING_MILLISECONDS = 8000
/** Milliseconds of work after which a page gets time to draw a frame. */
const BUSY_MILLISECONDS = 25

/** Repeats entries as a written test would, in a new world like this one at its beginning. */
export const REPEAT_CONTROLS: readonly Control[] = [
  post(
    '/repeat',
    'does entries of the timeline again in a new world like this one at its beginning, whose time is now, as a ' +
      'written test does; says which end otherwise, and whether a matcher passes then; with small: true only those ' +
      'that the last one needs to end with its status and its error for its reason, whose numbers are entries; where ' +
      'records have other numbers then, numbers says which, and requests has the requests as they were sent',
    takes,
    async (call) => {
      const { simulator, session, body, signal } = call
      const numbers = new Set(body.entries as readonly number[])
      const all = simulator.timeline.filter(({ sequence }) => numbers.has(sequence))
      const repeat: Repeat = (entries) => repeatedIn(entries, simulator, body.now, signal)
      const found = body.small === true && (await smallest(all, repeat, session.isHosted))
      const entries = found || all
      const { own, differences, renumbering, sent } = await repeat(entries)
      const changed = renumbering.changed
      try {
        return {
          differences,
          ...(found && { entries: entries.map(({ sequence }) => sequence) }),
          ...(found && changed.length > 0 && { numbers: Object.fromEntries(changed), requests: sent }),
          ...(body.matcher !== undefined && { verdict: verdictOn(own, call) }),
        }
      } finally {
        internalsOf(own).dispose()
      }
    },
  ),
]

/** The differences in the outcome of an entry, and the request's entry in the new world. */
interface Repeated {
  readonly differences: readonly string[]
  readonly done?: End | undefined
}

type End = Extract<Entry, { kind: 'request' }>

/**
 * True if two requests were refused for the same reason with the same messages. Numbers in messages may
 * differ, and so may the wait for an empty bucket, because fewer requests were sent.
 */
function isAlike(one: End | undefined, other: End): boolean {
  if (one?.reason.rule !== other.reason.rule || one.reason.bucket !== other.reason.bucket) return false
  const status = other.response?.status ?? 0
  if (status < 400 || status === 429) return true
  const [own, templates] = [templatesOf(one.reason), templatesOf(other.reason)]
  return own && templates
    ? JSON.stringify(own) === JSON.stringify(templates)
    : one.response?.body === other.response?.body
}

interface Done extends Repeated {
  readonly own: Simulator
  readonly renumbering: Renumbering
  /** The sent requests by the sequence numbers of their entries. */
  readonly sent: Readonly<Record<number, Pick<Extract<Entry, { kind: 'request' }>, 'request' | 'response'>>>
}
type Repeat = (entries: readonly Entry[]) => Promise<Done>

/** Repeats entries in a new world, and returns the differing outcomes and the last entry. */
async function repeatedIn(
  entries: readonly Entry[],
  simulator: Simulator,
  given: unknown,
  signal: AbortSignal,
): Promise<Done> {
  const now = given ?? startOf(simulator, entries[0])
  const own = createInBrowser({
    ...internalsOf(simulator).madeWith,
    ...(now !== undefined && { now }),
  } as object)
  const differences: string[] = []
  const renumbering = new Renumbering()
  const sent: Record<number, Done['sent'][number]> = {}
  let last: End | undefined
  let turned = hostTime.passed()
  for (const entry of entries) {
    if (hostTime.passed() - turned > BUSY_MILLISECONDS) {
      // Lets a page draw a frame, and its user cancel.
      await hostTime.turn()
      signal.throwIfAborted()
      turned = hostTime.passed()
    }
    const again = renumbering.of(entry)
    const { differences: found, done } = await repeated(again, own, simulator)
    renumbering.learn(entry, done ?? (entry.kind === 'write' ? own.timeline.at(-1) : undefined))
    differences.push(...found.map((one) => `#${entry.sequence} ${one}`))
    if (again.kind === 'request' && done)
      sent[entry.sequence] = { request: again.request, response: done.response }
    last = done
  }
  return { own, differences, done: last, renumbering, sent }
}

/** An aged world starts at its `now`, an exported one at its own time, any other at the first entry. */
function startOf(simulator: Simulator, first: Entry | undefined): unknown {
  const { madeWith } = internalsOf(simulator)
  const { world, now }: { readonly world?: unknown; readonly now?: unknown } = madeWith
  const made: {
    readonly tables?: unknown
    readonly aged?: { readonly world?: unknown }
  } = typeof world === 'object' ? (world ?? {}) : {}
  if (made.tables !== undefined || made.aged?.world !== undefined) return undefined
  return made.aged ? now : first?.at
}

/**
 * The entries that are needed for the last one to end alike. Tries none, then those that made its records,
 * then longer ends of the list, each with parts removed. Returns all entries if no smaller set is found.
 */
async function smallest(all: readonly Entry[], repeat: Repeat, isHosted: boolean): Promise<readonly Entry[]> {
  let left = isHosted ? DONE_IN_SANDBOX : DONE_AT_MOST
  const begin = hostTime.passed()
  const isOver = (): boolean => left < 0 || hostTime.passed() - begin > LOOKING_MILLISECONDS
  const isEnough = async (entries: readonly Entry[]): Promise<boolean> => {
    left -= entries.length
    if (isOver()) return false
    const { own, differences, done } = await repeat(entries)
    const last = entries.at(-1)
    internalsOf(own).dispose()
    return differences.length === 0 && (last?.kind !== 'request' || isAlike(done, last))
  }
  // The calls of `admin` are few, and issue the API keys without which other entries fail.
  const withAdmin = (some: readonly Entry[]): readonly Entry[] => {
    const set = new Set(some)
    return all.filter((one) => set.has(one) || isOfAdmin(one))
  }
  for (const slice of [all.slice(-1), ...slicesOf(all)]) {
    const tried = withAdmin(slice)
    if (tried.length < all.length && (await isEnough(tried))) return withoutParts(tried, isEnough)
  }
  for (const list of [drainsOf(all), all])
    for (let size = 1; list.length > 0 && !isOver(); size *= 2) {
      const tried = withAdmin(list.slice(-size))
      if (await isEnough(tried)) return withoutParts(tried, isEnough)
      if (size >= list.length) break
    }
  return all
}

/** True for a call of `admin` about no record. A record may be missing in the new world. */
const isOfAdmin = (one: Entry): boolean =>
  one.kind === 'write' && one.call.startsWith('admin.') && one.record === undefined

/** The requests that used the bucket for which the last request was refused. */
function drainsOf(all: readonly Entry[]): readonly Entry[] {
  const last = all.at(-1)
  if (last?.kind !== 'request' || last.reason.bucket === undefined) return []
  const { bucket, key } = { ...last.reason, ...last }
  return all.filter((one) => one.kind === 'request' && one.key === key && one.bucket === bucket)
}

async function withoutParts(
  enough: readonly Entry[],
  isEnough: (entries: readonly Entry[]) => Promise<boolean>,
): Promise<readonly Entry[]> {
  let best = enough
  for (let size = best.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at + size < best.length; ) {
      const fewer = [...best.slice(0, at), ...best.slice(at + size)]
      if (await isEnough(fewer)) best = fewer
      else at += size
    }
  return best
}

const verdictOn = (
  own: Simulator,
  { body: { matcher, entries: _, now: __, small: ___, ...given } }: ControlCall,
) => judged(String(matcher), own, own, given)

/** Repeats one entry and returns how its outcome differs. */
async function repeated(entry: Entry, own: Simulator, original: Simulator): Promise<Repeated> {
  try {
    const until = entry.kind === 'clock' && entry.to !== null ? entry.to : entry.at
    if (until > own.clock.now) await own.clock.advanceTo(until)
    if (entry.kind === 'request') return await requested(entry, own, original)
    if (entry.kind === 'write') written(entry, own, original)
    if (entry.kind === 'delivery') await delivered(entry, own)
    return { differences: [] }
  } catch (error) {
    return { differences: [`fails: ${messageOf(error)}`] }
  }
}

async function requested(
  { request, response, fault }: Extract<Entry, { kind: 'request' }>,
  own: Simulator,
  original: Simulator,
): Promise<Repeated> {
  const { pathname, search } = new URL(request.url)
  const { method, body } = request
  const known = original.faults.list().find(({ id }) => id === fault)
  if (known) own.faults.inject({ on: `${method} ${pathname}`, then: known.effect } as never)
  const init = { method, headers: { ...request.headers }, ...(body !== null && { body }) }
  const { timedService } = internalsOf(own)
  const sent = new platform.Request(own.baseUrl + pathname + search, init)
  const { entry, respond } = timedService.answer(await timedService.read(sent), sent)
  const got = await Promise.resolve(respond()).then(
    ({ status }) => status,
    () => null,
  )
  const had = response?.status ?? null
  const shown = (status: number | null): string => (status === null ? 'no response' : `status ${status}`)
  const differences = got === had ? [] : [`gets ${shown(got)}, not ${shown(had)}`]
  return { differences, done: entry }
}

function written(entry: Extract<Entry, { kind: 'write' }>, own: Simulator, original: Simulator): void {
  const face = entry.organization === original.organizations()[0] ? own : own.organization(entry.organization)
  const path = entry.call.split('.')
  const verb = path.pop() as string
  const owner = path.reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], face)
  ;(owner as Record<string, (...given: unknown[]) => unknown>)[verb]?.(...entry.arguments)
}

async function delivered(
  { url, status }: Extract<Entry, { kind: 'delivery' }>,
  own: Simulator,
): Promise<void> {
  own.webhooks.connect(url, () => (status === null ? Response.error() : new Response(null, { status })))
  await own.webhooks.flush()
}
