import { parseInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import { singular } from '../../kernel/name-words'
import type { Call } from './call'
import { COLLECTIONS } from './collections'
import { type Members, member, UUID_HEADER } from './read-exchange'
import type { RecordedDelivery, RecordedExchange } from './recorded-exchange'

export const isDelivery = ({ request }: RecordedExchange): boolean =>
  request.method === 'POST' && [...request.headers.keys()].some((name) => UUID_HEADER.test(name))

/** `invoices` for `core.invoice/created` */
const BY_MODEL: ReadonlyMap<string, string> = new Map(
  [...COLLECTIONS.keys()].map((path) => [singular(path).replace(/[-/]/g, ''), path]),
)

/** The subject of a delivery's body; undefined if the body is no event. */
export function subjectOf(
  json: unknown,
): { readonly topic: string; readonly object: number | string; readonly collection: string } | undefined {
  const topic = member(json, 'topic')
  const object = member(member(json, 'object'), 'id')
  if (typeof topic !== 'string' || (typeof object !== 'number' && typeof object !== 'string'))
    return undefined
  const [, model = ''] = /\.([a-z]+)\//.exec(topic) ?? []
  return { topic, object, collection: BY_MODEL.get(model) ?? '' }
}

/** Adds the events to the deliveries among the calls. All attempts for an event have its id. */
export function withDeliveries(calls: readonly Call[]): Call[] {
  const begin = calls.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY)
  const events = new Map<
    string,
    { readonly number: number | undefined; readonly firstAt: number; readonly attempts: number }
  >()
  const counts = new Map<string, number>()
  return calls.map((call) => {
    const subject = call.isDelivery ? subjectOf(call.json) : undefined
    if (!subject || !isObject(call.json)) return call
    const [, webhook = ''] = [...call.headers].find(([name]) => UUID_HEADER.test(name)) ?? []
    const about = [webhook, subject.topic, subject.object].join('|')
    const id = `${webhook}|${String(call.json.event_id)}`
    const count = counts.get(about) ?? 0
    const number = isOlder(call.json, begin) ? undefined : count
    const event = events.get(id) ?? { number, firstAt: call.at, attempts: 0 }
    if (event.attempts === 0 && number !== undefined) counts.set(about, count + 1)
    events.set(id, { ...event, attempts: event.attempts + 1 })
    const { attempts, firstAt } = event
    const delivery: RecordedDelivery = {
      ...subject,
      webhook,
      event: event.number,
      attempt: attempts,
      after: call.at - firstAt,
    }
    return { ...call, delivery }
  })
}

/** The tolerance in milliseconds, because the service may round to whole seconds. */
const ROUNDED_MS = 2000

/** True if the event is older than the recording, so that its first attempts may be missing. */
function isOlder(envelope: Members, begin: number): boolean {
  const created = member(envelope, 'created_at')
  const at = typeof created === 'string' ? parseInstant(created) : undefined
  return at !== undefined && at < begin - ROUNDED_MS
}
