import type { World } from '../../engine/model/world'
import { addDuration, parseDuration } from '../../kernel/duration'
import { formatInstant } from '../../kernel/instant'
import { damagedBody } from '../http/faults/damaged-body'
import { statusReply } from '../http/faults/fault-effects'
import type { FaultHit, Faults } from '../http/faults/faults'
import type { Attempt } from './attempt'
import type { Reception } from './outcome'
import { attemptsIn, deliveriesIn, webhooksIn } from './rows'
import { scheduleAttempt } from './schedule'

/** The fault that hits a delivery before it is sent (docs/faults.md). */
export function hitDelivery(
  world: World,
  faults: Faults,
  organization: string,
  id: number,
  wasHeldBack: boolean,
): FaultHit | undefined {
  const delivery = deliveriesIn(world.store, organization).get(id)
  const hook = delivery && webhooksIn(world.store, organization).get(delivery.webhook_uuid)
  if (!delivery || !hook?.is_active) return undefined
  const { topic, body, copy_of } = delivery
  const headers = { 'content-type': 'application/json' }
  return faults.hitDelivery({
    organization,
    topic,
    request: { method: 'POST', url: hook.url, headers, body },
    isCopy: copy_of !== null,
    wasHeldBack,
  })
}

/** Delays a delivery if the fault says so. */
export function delayIfHit(
  world: World,
  organization: string,
  id: number,
  { id: fault, effect }: FaultHit,
): boolean {
  if (!('delay' in effect)) return false
  const { now, instant } = world.clock
  const due = addDuration(now, parseDuration(effect.delay))
  const note = `fault ${fault}: held back from ${instant} until ${formatInstant(due)}`
  scheduleAttempt(world, organization, id, due, note)
  return true
}

/** The attempt with the damaged bytes. */
export function damageIfHit(world: World, attempt: Attempt, { effect }: FaultHit): Attempt {
  const damage = damagedBody(effect, attempt.row.request)
  if (!damage) return attempt
  const { headers, body } = damage
  const row = { ...attempt.row, request: { ...attempt.row.request, headers, body } }
  attemptsIn(world.store, attempt.organization).put(row)
  return { ...attempt, row }
}

/** The outcome in place of the receiver's response; the receiver gets nothing. */
export function receptionInstead({ effect }: FaultHit): Reception | undefined {
  if ('timeout' in effect) return { kind: 'time-out' }
  if ('networkError' in effect) return { kind: 'network-error', text: 'connection refused' }
  if (!('status' in effect)) return undefined
  const { status, headers, body } = statusReply({ ...effect, body: effect.body ?? '' }, '')
  return { kind: 'response', status, headers, body }
}

/** The outcome that the service sees after the receiver has responded. */
export const receptionAfter = ({ effect }: FaultHit, reception: Reception): Reception =>
  'loseResponse' in effect && reception.kind === 'response'
    ? { kind: 'network-error', text: 'connection reset before the answer' }
    : reception

/** A note for the attempt's `why`. */
export function noteOn({ id, effect }: FaultHit, heard: Reception): string {
  if ('loseResponse' in effect)
    return heard.kind === 'response'
      ? `fault ${id}: the receiver had answered ${heard.status}`
      : `fault ${id}: there was no answer to lose`
  if ('duplicate' in effect) return `fault ${id}: sent twice`
  const damage = damagedBody(effect, { headers: {}, body: '' })
  return `fault ${id}: ${damage?.what ?? 'nothing was sent'}`
}
