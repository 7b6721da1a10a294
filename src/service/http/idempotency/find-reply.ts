import type { AssumptionValue } from '../../../assumptions/index'
import type { World } from '../../../engine/model/context'
import type { PlainRequest } from '../../../events/traffic/plain-request'
import type { Traffic } from '../../../events/traffic/traffic'
import type { TrafficEntry } from '../../../events/traffic/traffic-entry'
import { REPLAY, type WireRequest, type WireResponse } from '../../../events/traffic/wire-message'
import { jsonOrText } from '../../../kernel/decoded-text'
import { firstNames } from '../../../kernel/first-names'
import { formatInstant } from '../../../kernel/instant'
import { compare } from '../../../kernel/partial-match'
import { isUuid } from '../../../kernel/uuid'
import type { Caller } from '../checks/caller'
import { HELD } from '../responses/held-responses'
import { respond, respondText } from '../responses/respond'
import { WIRE_MESSAGES, WireRefusal } from '../responses/wire-refusal'
import { requestFingerprint } from './fingerprint'
import { type KeyReservation, type ReplyRow, repliesIn } from './kept-replies'

const RULE = ' (docs/service.md §10)'

/** The state of a request's idempotency key; empty without a key. */
interface KeyedReply {
  /** Set for a new key. */
  readonly claim?: KeyReservation
  readonly stored?: WireResponse
}

const NO_KEY: KeyedReply = {}

/** Looks up the request's idempotency key. @throws WireRefusal with 400, 409 or 422 */
export function findReply(world: World, caller: Caller, request: WireRequest, traffic: Traffic): KeyedReply {
  if (request.method === 'GET') return NO_KEY
  const key = request.headers['idempotency-key']
  if (key === undefined) return NO_KEY
  checkFormat(world, key)
  const id = replyId(world, caller, request, key)
  const claim = { id, fingerprint: requestFingerprint(request) }
  const stored = keptReply(world, id)
  if (stored === undefined) return { claim }
  if (stored.fingerprint !== claim.fingerprint) {
    const since = `${formatInstant(stored.storedAt)}${contrast(traffic.plain(request), traffic, key, stored)}`
    const why = `idempotency key "${key}" is that of another request since ${since}${RULE}`
    throw new WireRefusal(422, WIRE_MESSAGES.idempotencyReused, why)
  }
  checkNotHeld(world, claim, key)
  world.assumptions.noteUse('check-order')
  return { stored: replayed(world, stored, key) }
}

/** True if a replayed reply costs no token (§7.5). */
export const isReplayFirst = ({ assumptions }: World): boolean =>
  assumptions.peek('check-order') === 'replay-before-limit'

/** The stored reply to exactly this request. Errors of the key are left to `findReply`, which runs later. */
export function replayOf(world: World, caller: Caller, request: WireRequest): WireResponse | undefined {
  const key = request.method === 'GET' ? undefined : request.headers['idempotency-key']
  if (key === undefined) return undefined
  const id = replyId(world, caller, request, key)
  const stored = keptReply(world, id)
  if (stored?.fingerprint !== requestFingerprint(request) || isHeld(world, id)) return undefined
  world.assumptions.noteUse('check-order')
  return replayed(world, stored, key)
}

function keptReply(world: World, id: string): ReplyRow | undefined {
  const stored = repliesIn(world).get(id)
  return stored === undefined || stored.expiresAt <= world.clock.now ? undefined : stored
}

const isHeld = ({ store }: World, id: string): boolean =>
  store.worldTable(HELD).find('reply', id) !== undefined

/** The id of the stored reply: the key within its scope. JSON, because keys may contain any separator. */
function replyId(
  world: World,
  { organization, key: owner }: Caller,
  request: WireRequest,
  key: string,
): string {
  switch (world.assumptions.read('idempotency-scope')) {
    case 'api-key':
      return JSON.stringify([organization, owner, key])
    case 'organization':
      return JSON.stringify([organization, key])
    case 'operation':
      return JSON.stringify([organization, owner, key, request.method, request.url.pathname])
  }
}

/** The form of idempotency keys, unless the assumption `idempotency-key-format` says otherwise. */
export const KEY_GRAMMAR = /^[\x21-\x7e]{1,255}$/

const FORMATS: Readonly<Record<AssumptionValue<'idempotency-key-format'>, (key: string) => boolean>> = {
  'visible-ascii': (key) => KEY_GRAMMAR.test(key),
  uuid: isUuid,
  any: () => true,
}

function checkFormat(world: World, key: string): void {
  const format = world.assumptions.read('idempotency-key-format')
  if (FORMATS[format](key)) return
  if (format === 'uuid')
    throw new WireRefusal(400, WIRE_MESSAGES.idempotencyKeyUuid, `an Idempotency-Key is a UUID${RULE}`)
  const rule = `an Idempotency-Key is 1 to 255 visible ASCII characters${RULE}`
  throw new WireRefusal(400, WIRE_MESSAGES.idempotencyKey, rule)
}

function checkNotHeld(world: World, claim: KeyReservation, key: string): void {
  const held = world.store.worldTable(HELD).find('reply', claim.id)
  if (held === undefined) return
  throw new WireRefusal(
    world.assumptions.read('idempotency-in-flight'),
    WIRE_MESSAGES.idempotencyInFlight,
    `the first answer to idempotency key "${key}" is held back until ${formatInstant(held.due)}${RULE}`,
  )
}

function replayed(world: World, stored: ReplyRow, key: string): WireResponse {
  const since = formatInstant(stored.storedAt)
  const why = `replayed the stored reply of idempotency key "${key}" from ${since}${RULE}`
  const { status, body, contentType } = stored
  const reason = { rule: REPLAY, section: '10' }
  const reply: WireResponse =
    contentType === null
      ? respond(status, undefined, why, { reason })
      : respondText(status, body, contentType, why, { reason })
  if (world.assumptions.read('idempotency-replay')) reply.headers['idempotent-replayed'] = 'true'
  return reply
}

/** The difference from the first request with this key; empty if the traffic has dropped that request. */
function contrast(
  now: PlainRequest,
  traffic: readonly TrafficEntry[],
  key: string,
  { storedAt, status }: Pick<ReplyRow, 'storedAt' | 'status'>,
): string {
  const at = formatInstant(storedAt)
  const first = traffic.find((one) => one.idempotencyKey === key && one.at === at && statusOf(one) === status)
  if (!first) return ''
  const line = methodAndPath(first.request)
  const where = line === methodAndPath(now) ? bodies(first.request, now) : ''
  return `: #${first.sequence} ${line}${where}`
}

const statusOf = ({ unseen, response }: TrafficEntry): number | undefined => (unseen ?? response)?.status
const methodAndPath = ({ method, url }: PlainRequest): string => `${method} ${new URL(url).pathname}`

function bodies(first: PlainRequest, now: PlainRequest): string {
  if (isForm(first) && isForm(now)) return ', which differs in a file or a field of its form'
  const [one, other] = [jsonOrText(first.body ?? 'null'), jsonOrText(now.body ?? 'null')]
  const paths = [...compare(one, other).differences, ...compare(other, one).differences].map(
    ({ path }) => path,
  )
  const all = [...new Set(paths)].map((path) => path || 'the whole body')
  if (all.length > 0) return `, which differs in ${firstNames(all)}`
  return first.body === now.body
    ? ', which differs in bytes that the traffic does not keep'
    : ', whose body has the same content in other bytes'
}

const isForm = ({ headers }: PlainRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true
