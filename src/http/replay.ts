import type { World } from '../engine/model/world'
import { formatInstant } from '../kernel/instant'
import type { Row } from '../kernel/store'
import { fingerprint } from './fingerprint'
import type { Caller } from './identify'
import type { ParkedRow } from './parked-responses'
import { respond, respondText } from './respond'
import type { WireRequest, WireResponse } from './wire'
import { WireRefusal } from './wire-refusal'
import { WIRE_TEXTS } from './wire-texts'

const RULE = ' (docs/service.md §10)'
const MILLISECONDS_PER_HOUR = 3_600_000

export interface ReplyRow extends Row {
  readonly id: string
  readonly fingerprint: string
  readonly status: number
  readonly body: string
  /** Null: a reply without a body. */
  readonly contentType: string | null
  readonly storedAt: number
  readonly expiresAt: number
}

/** What a write's idempotency key stands for (docs/service.md §10). */
export interface ReplyClaim {
  readonly id: string
  readonly fingerprint: string
}

export interface Replay {
  /** The key is new: the reply is to be kept for it. */
  readonly claim?: ReplyClaim
  /** The key is known: this is the answer. */
  readonly stored?: WireResponse
}

const NO_KEY: Replay = {}

/** Looks the request's idempotency key up; throws 400, 409 or 422. */
export function findReplay(world: World, caller: Caller, request: WireRequest): Replay {
  if (request.method === 'GET') return NO_KEY
  const key = request.headers.get('idempotency-key')
  if (key === null) return NO_KEY
  world.assumptions.read('idempotency-scope')
  checkFormat(world, key)
  const claim = { id: `${caller.key}|${key}`, fingerprint: fingerprint(request) }
  const stored = world.store.table<ReplyRow>('', 'replies').get(claim.id)
  if (stored === undefined || stored.expiresAt <= world.clock.now) return { claim }
  if (stored.fingerprint !== claim.fingerprint) {
    throw new WireRefusal(
      422,
      WIRE_TEXTS.idempotencyReused,
      `idempotency key "${key}" is that of another request since ${formatInstant(stored.storedAt)}${RULE}`,
    )
  }
  checkNotParked(world, claim, key)
  return { stored: replayed(world, stored, key) }
}

/** Keeps a reply for the claim; called in the block of the write itself, or alone after a refusal. */
export function keepReply(world: World, claim: ReplyClaim, reply: WireResponse): void {
  const { now } = world.clock
  const replies = world.store.table<ReplyRow>('', 'replies')
  for (const id of [...replies.keysBetween('expiresAt', undefined, now)]) replies.remove(id)
  replies.put({
    id: claim.id,
    fingerprint: claim.fingerprint,
    status: reply.status,
    body: reply.body,
    contentType: reply.headers['content-type'] ?? null,
    storedAt: now,
    expiresAt: now + world.assumptions.read('idempotency-window') * MILLISECONDS_PER_HOUR,
  })
}

/** Whether a reply of this status stands for its idempotency key from now on. */
export function isKept(world: World, status: number): boolean {
  if (status >= 200 && status < 300) return true
  return (status === 404 || status === 422) && world.assumptions.read('idempotency-stored') === '2xx-404-422'
}

function checkFormat(world: World, key: string): void {
  const { minimum, maximum } = world.assumptions.read('idempotency-key-format')
  if (key.length >= minimum && key.length <= maximum && /^[\x21-\x7e]*$/.test(key)) return
  throw new WireRefusal(
    400,
    WIRE_TEXTS.idempotencyKey,
    `an Idempotency-Key is ${minimum} to ${maximum} visible ASCII characters${RULE}`,
  )
}

function checkNotParked(world: World, claim: ReplyClaim, key: string): void {
  const parked = world.store.table<ParkedRow>('', 'parkedResponses').find('reply', claim.id)
  if (parked === undefined) return
  throw new WireRefusal(
    world.assumptions.read('idempotency-in-flight'),
    WIRE_TEXTS.idempotencyInFlight,
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
