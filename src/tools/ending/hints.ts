import { shown } from '../../errors/option-error'
import { unreadKey, unreadKeyText } from '../../events/headers/unread-key'
import type { Simulator, TrafficEntry, Webhooks } from '../../index'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { formatInstant } from '../../kernel/instant'
import { internalsOf } from '../../simulator/internals-of'
import { currentlyInstalled } from '../../virtual-time/fake-clock'
import { requestContent } from '../calls'
import { endOfWait } from '../end-of-wait'
import { remedyOfStanding } from './retry-after'

/** Explanations of failures that the test itself does not give, one line each. Each is true whenever it is printed. */
export const HINTS: Readonly<Record<string, (simulator: Simulator) => string[]>> = {
  unread: ({ traffic }) => {
    const entry = traffic.find(({ request }) => unreadKey(request) !== undefined)
    const name = entry && unreadKey(entry.request)
    return name === undefined ? [] : [`#${entry?.sequence}: ${unreadKeyText(name)}`]
  },
  thrown: ({ webhooks }) => webhooks.receivers.thrown.map(thrownText),
  partly: ({ faults }) =>
    faults
      .list()
      .flatMap(({ id, on, hits, remaining, selection: { times } }) =>
        times !== null && times > 1 && hits > 0 && hits < times && remaining > 0
          ? [`fault ${id} on ${on} hit ${hits} of ${times} times`]
          : [],
      ),
  unfinished: (simulator) => internalsOf(simulator).unfinished('all'),
  due: (simulator) =>
    simulator.clock.isLive ? [] : faces(simulator).flatMap((face) => dueOf(simulator, face)),
  unregistered(simulator) {
    const urls = faces(simulator).flatMap(({ registered }) => registered.map(({ url }) => url))
    return simulator.webhooks.targets.flatMap(({ prefix }) =>
      prefix === null || urls.some((url) => url.startsWith(prefix))
        ? []
        : [
            `no webhook is registered below ${prefix}: POST /public/v2/webhooks/ registers a URL and its topics`,
          ],
    )
  },
  succeeded: ({ webhooks }) =>
    webhooks.targets
      .filter(({ isSuccessor }) => isSuccessor)
      .map(
        ({ prefix }) =>
          `webhooks.connect was called again for ${prefix ?? 'the same rule'}: the later receiver took the place of ` +
          'the earlier one; to have both, give them two prefixes',
      ),
  unsent: (simulator) => faces(simulator).flatMap((webhooks) => unsentOf(simulator, webhooks)),
  inactive: (simulator) =>
    faces(simulator).flatMap(({ registered }) =>
      registered.flatMap(({ is_active, url, disabled_at }) =>
        is_active ? [] : [`the webhook at ${url} is inactive: ${endOf(disabled_at)}`],
      ),
    ),
  forgotten: (simulator) =>
    faces(simulator).flatMap(({ forgotten }) =>
      forgotten === 0
        ? []
        : [
            `webhooks.attempts lacks ${forgotten} attempts, too old for the delivery log (docs/service.md §14.4)`,
          ],
    ),
  givenUp: ({ traffic }) => {
    const alike = new Map<string, TrafficEntry[]>()
    for (const entry of leftAlone(traffic)) getOrCreateList(alike, gotNothing(entry)).push(entry)
    const left = [...alike.values()]
    const more = left.slice(AT_MOST).flat().length
    return [...left.slice(0, AT_MOST).map(descriptionOf), ...(more > 0 ? [`and ${more} more`] : [])]
  },
  waiting(simulator) {
    const waits = leftAlone(simulator.traffic).filter(
      (entry) => (endOfWait(entry) ?? 0) > simulator.clock.instant.now,
    )
    const last = waits.at(-1)
    const remedy = last && remedyOfStanding(simulator, last)
    if (!remedy) return []
    const end = formatInstant(endOfWait(last) as number)
    const since = `#${last.sequence} (${last.response?.status})`
    return [`the clock has stood still since ${since}, whose Retry-After ends at ${end}. ${remedy}`]
  },
  /** A clock that somebody moves needs no hint. */
  standing({ clock, timeline }) {
    if (clock.kind !== 'manual' || timeline.some(({ kind }) => kind === 'clock')) return []
    const [next] = clock.pending().filter(({ kind }) => !SAID_ELSEWHERE.includes(kind))
    if (next === undefined) return []
    const { kind, subject, id, due } = next
    return [
      `the clock stands at ${clock.now}; next is ${kind} of ${subject} ${id}, at ${due}: advance the clock`,
    ]
  },
  unlinked: ({ clock }) =>
    clock.isLive || clock.fakeTimers.isLinked || currentlyInstalled() === undefined
      ? []
      : [
          'fake timers are installed and not linked with the simulator: linkFakeTimers(simulator, vi) of ' +
            'accounting-simulator/time moves both clocks together',
        ],
  unused: ({ hosting, baseUrl }) =>
    hosting.handlers === 'unused'
      ? [
          `the handlers for msw have got no request: does their server listen, has no other one answered, and is ` +
            `${baseUrl} the client's base URL?`,
        ]
      : [],
  shadowed: ({ hosting, baseUrl }) =>
    hosting.handlers === 'shadowed'
      ? [
          `the last request to ${baseUrl} through msw was answered by another simulator: close the msw server that ` +
            'is no longer used, or give each simulator a baseUrl of its own',
        ]
      : [],
}

/** These are about what did not follow, so they are told of the timeline that is printed. */
const AFTERWARDS: readonly string[] = ['givenUp', 'waiting']

const hints = (simulator: Simulator, isMeant: (name: string) => boolean): string[] =>
  Object.entries(HINTS).flatMap(([name, hint]) => (isMeant(name) ? hint(simulator) : []))

/** Hints of the moment at which a test failed. */
export const hintsOf = (simulator: Simulator): string[] =>
  hints(simulator, (name) => !AFTERWARDS.includes(name))

/** Hints for when calls that nobody awaited have arrived. */
export const hintsAfterwards = (simulator: Simulator): string[] =>
  hints(simulator, (name) => AFTERWARDS.includes(name))

const SAID_ELSEWHERE = ['webhook-delivery', 'webhook-time-out', 'parked-response']

/** With the line at which it threw. */
export function thrownText({ who, error }: Webhooks['receivers']['thrown'][number]): string {
  if (!(error instanceof Error)) return `${who} threw ${shown(error)}`
  const line = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1]
  return `${who} threw ${error.name}: ${error.message}${line ? ` at ${line}` : ''}`
}

const faces = (simulator: Simulator): Webhooks[] =>
  simulator.organizations().map((name) => simulator.organization(name).webhooks)

function dueOf({ clock }: Simulator, { queue, isHeld }: Webhooks): string[] {
  const due = queue.filter((delivery) => delivery.due <= clock.now).length
  if (due === 0) return []
  return isHeld
    ? [`${due} due webhook deliveries are held: webhooks.release() lets them go`]
    : [`${due} webhook deliveries are due and not sent: await webhooks.flush() tries to`]
}

/** Active webhooks of connected receivers for which there was nothing to send. */
function unsentOf(simulator: Simulator, { registered, attempts, queue, forgotten }: Webhooks): string[] {
  const busy = [...attempts, ...queue].map(({ webhook_uuid }) => webhook_uuid)
  const isConnected = (url: string): boolean =>
    simulator.webhooks.targets.some(({ prefix }) => prefix !== null && url.startsWith(prefix))
  return registered.flatMap(({ uuid, url, topics, is_active }) =>
    is_active && forgotten === 0 && !busy.includes(uuid) && isConnected(url)
      ? [`nothing was sent to the webhook at ${url}, and nothing is due; its topics are ${topics.join(', ')}`]
      : [],
  )
}

function endOf(disabledAt: string | null): string {
  const by = disabledAt === null ? 'a request switched it off' : `the service disabled it at ${disabledAt}`
  return `${by}; PATCH /public/v2/webhooks/{uuid}/ with { "is_active": true } reactivates it`
}

const AT_MOST = 3

/** Requests that failed for a time, and that nobody repeated. */
function leftAlone(traffic: Simulator['traffic']): TrafficEntry[] {
  const later = new Set<string>()
  const left: TrafficEntry[] = []
  for (const entry of [...traffic].reverse()) {
    const content = requestContent(entry)
    if (isTemporary(entry) && !later.has(content)) left.unshift(entry)
    later.add(content)
  }
  return left
}

/** The service asks for another try, or nobody knows whether the request was carried out. */
const isTemporary = ({ reason, response }: TrafficEntry): boolean =>
  reason.rule !== 'under-way' && (response === null || response.status === 429 || response.status === 503)

/** Equal for requests that ended alike. */
function gotNothing({ request, response }: TrafficEntry): string {
  const got = response === null ? 'has no response' : `got status ${response.status}`
  return `${request.method} ${new URL(request.url).pathname} ${got}, and no equal request followed`
}

function descriptionOf([first, ...others]: readonly TrafficEntry[]): string {
  const last = others.at(-1)
  const more = last
    ? `; so did ${others.length > 1 ? `${others.length} more, to ` : ''}#${last.sequence}`
    : ''
  return `#${first?.sequence} ${first && gotNothing(first)}${more}`
}
