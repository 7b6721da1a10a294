import { attempt } from '../../../kernel/attempt'
import { isObject } from '../../../kernel/is-object'
import { mapValues } from '../../../kernel/map-values'
import type { FaultSide } from './fault-kind'

/** Changes that a service may make any day, without notice and without a new version (docs/faults.md). */
export const EVOLUTIONS = [
  'member',
  'enum',
  'null',
  'long-text',
  'large-id',
  'large-amount',
  'order',
  'error-member',
  'error-text',
  'header',
  'topic',
  'envelope',
] as const

export type Evolution = (typeof EVOLUTIONS)[number]

/** The additions of a kind, under names that the service does not have. */
export const ADDED = {
  member: 'added_later',
  header: 'x-added-later',
  action: 'merged',
  value: 'added_later',
}

/** The changes of a kind to the answers that the service gives: those of success, or those of refusal. */
interface Rewriting {
  readonly of: 'success' | 'refusal'
  readonly what: string
  readonly rewrite: (body: unknown) => unknown
}

export const REWRITINGS: Partial<Readonly<Record<Evolution, Rewriting>>> = {
  member: { of: 'success', what: 'each object had one member more', rewrite: withMember },
  order: { of: 'success', what: 'members were in another order', rewrite: reversed },
  'error-member': {
    of: 'refusal',
    what: 'the error had one member more',
    rewrite: (body) => (isObject(body) ? { ...body, [ADDED.member]: 'new' } : body),
  },
  'error-text': { of: 'refusal', what: 'its texts were worded differently', rewrite: reworded },
}

export const evolutionSides = (kind: Evolution): readonly FaultSide[] => [
  ...(kind === 'topic' || kind === 'envelope' ? [] : (['requests'] as const)),
  ...(kind === 'topic' || kind in EVENT_REWRITINGS ? (['deliveries'] as const) : []),
]

/** The changes of a kind to events before they are signed. */
export const EVENT_REWRITINGS: Partial<Readonly<Record<Evolution, Omit<Rewriting, 'of'>>>> = {
  member: { what: 'each object had one member more', rewrite: withMember },
  order: { what: 'members were in another order', rewrite: reversed },
  envelope: {
    what: 'the envelope had one member more and a later api_version',
    rewrite: (event) =>
      isObject(event) ? { ...event, api_version: later(event.api_version), [ADDED.member]: 'new' } : event,
  },
}

/** An event of a topic that the service did not have, about the same record. */
export function unknownEvent(body: string): {
  readonly topic: string
  readonly event_id: string
  readonly body: string
} {
  const event = JSON.parse(body) as { event_id: string; topic: string }
  const topic = event.topic.replace(/[^/]*$/, ADDED.action)
  // It is another event, so it has another id of the same form.
  const event_id = event.event_id.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16))
  return { topic, event_id, body: JSON.stringify({ ...event, event_id, topic }) }
}

/** The body, rewritten; undefined where it is not JSON or says the same. */
export function rewritten(
  body: string,
  rewriting: Pick<Rewriting, 'rewrite'> | undefined,
): string | undefined {
  if (body === '' || !rewriting) return undefined
  const changed = attempt(() => JSON.stringify(rewriting.rewrite(JSON.parse(body))))
  return changed === body ? undefined : changed
}

function mapped(
  value: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, change))
  if (!isObject(value)) return value
  return change(mapValues(value, (one) => mapped(one, change)))
}

function withMember(body: unknown): unknown {
  return mapped(body, (object) => ({ ...object, [ADDED.member]: 'new' }))
}

function reversed(body: unknown): unknown {
  return mapped(body, (object) => Object.fromEntries(Object.entries(object).reverse()))
}

function reworded(body: unknown): unknown {
  if (typeof body === 'string') return `${body} (see the documentation)`
  if (Array.isArray(body)) return body.map(reworded)
  if (!isObject(body)) return body
  return mapValues(body, reworded)
}

/** '2026-01-15' -> '2027-01-15' */
const later = (version: unknown): string =>
  String(version).replace(/^\d+/, (number) => String(Number(number) + 1))
