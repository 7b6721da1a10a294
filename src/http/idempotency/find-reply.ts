import type { World } from '../../engine/model/world'
import { formatInstant } from '../../kernel/instant'
import type { Caller } from '../checks/identify'
import type { ParkedRow } from '../responses/parked-responses'
import { respond, respondText } from '../responses/respond'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import type { WireRequest, WireResponse } from '../wire-message'
import { fingerprint } from './fingerprint'
import { type ReplyClaim, type ReplyRow, repliesIn } from './reply-rows'

const RULE = ' (docs/service.md §10)'

/** The state of a request's idempotency key; empty without a key. */
interface KeyedReply {
  /** Set for a new key. */
  readonly claim?: ReplyClaim
  /** The stored response of a known key. */
  readonly stored?: WireResponse
}

const NO_KEY: KeyedReply = {}

/** Looks up the request's idempotency key. @throws WireRefusal with 400, 409 or 422 */
export function findReply(world: World, caller: Caller, request: WireRequest): KeyedReply {
  if (request.method === 'GET') return NO_KEY
  const key = request.headers.get('idempotency-key')
  if (key === null) return NO_KEY
  world.assumptions.restOn('idempotency-scope')
  checkFormat(world, key)
  // JSON, because keys may contain any separator.
  const id = JSON.stringify([caller.organization, caller.key, key])
  const claim = { id, fingerprint: fingerprint(request) }
  const stored = repliesIn(world).get(id)
  if (stored === undefined || stored.expiresAt <= world.clock.now) return { claim }
  if (stored.fingerprint !== claim.fingerprint) {
    throw new WireRefusal(
      422,
      WIRE_MESSAGES.idempotencyReused,
      `idempotency key "${key}" is that of another request since ${formatInstant(stored.storedAt)}${RULE}`,
    )
  }
  checkNotParked(world, claim, key)
  return { stored: replayed(world, stored, key) }
}

function checkFormat(world: World, key: string): void {
  const { minimum, maximum } = world.assumptions.read('idempotency-key-format')
  if (key.length >= minimum && key.length <= maximum && /^[\x21-\x7e]*$/.test(key)) return
  throw new WireRefusal(
    400,
    WIRE_MESSAGES.idempotencyKey,
    `an Idempotency-Key is ${minimum} to ${maximum} visible ASCII characters${RULE}`,
  )
}

function checkNotParked(world: World, claim: ReplyClaim, key: string): void {
  const parked = world.store.table<ParkedRow>('', 'parkedResponses').find('reply', claim.id)
  if (parked === undefined) return
  throw new WireRefusal(
    world.assumptions.read('idempotency-in-flight'),
    WIRE_MESSAGES.idempotencyInFlight,
    `the first answer to idempotency key "${key}" is held back until ${formatInstant(parked.due)}${RULE}`,
  )
}

function replayed(world: World, stored: ReplyRow, key: string): WireResponse {
  const since = formatInstant(stored.storedAt)
  const why = `replayed the stored reply of idempotency key "${key}" from ${since}${RULE}`
  const { status, body, contentType } = stored
  const reply =
    contentType === null ? respond(status, undefined, why) : respondText(status, body, contentType, why)
  if (world.assumptions.read('idempotency-replay')) reply.headers['idempotent-replayed'] = 'true'
  return reply
}
