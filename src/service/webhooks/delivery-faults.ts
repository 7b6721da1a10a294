import type { World } from '../../engine/model/world'
import type { Reception } from '../../events/traffic/outcome'
import { addDuration, parseDuration } from '../../kernel/duration'
import { formatInstant } from '../../kernel/instant'
import type { FaultHit } from '../http/faults/fault-rows'
import type { Faults } from '../http/faults/faults'
import { faultKindOf } from '../http/faults/read-effect'
import type { Attempt } from './attempt'
import { duplicate } from './queue-controls'
import { attemptsIn, deliveriesIn, webhooksIn } from './rows'
import { changeDelivery, scheduleAttempt, unschedule } from './schedule'
import { topicsOf } from './topics'

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
    hearsAll: topicsOf(world.registry).every((one) => hook.topics.includes(one)),
  })
}

export function delayedBy(
  world: World,
  organization: string,
  id: number,
  { id: fault, effect }: FaultHit,
): boolean {
  const delay = faultKindOf(effect).deliveries?.delay?.(effect)
  if (delay === undefined) return false
  const { now, instant } = world.clock
  const due = addDuration(now, parseDuration(delay))
  const note = `fault ${fault}: held back from ${instant} until ${formatInstant(due)}`
  scheduleAttempt(world, organization, id, due, note)
  return true
}

/** The body that is signed and sent, where a fault changes it before. */
export const rewrittenBy = ({ effect }: FaultHit, body: string): string | undefined =>
  faultKindOf(effect).deliveries?.rewrite?.(effect, body)

/** Queues a copy if the fault says so. Returns the copy that leaves at once. */
export function copiedBy(
  world: World,
  organization: string,
  id: number,
  { effect }: FaultHit,
): number | undefined {
  const copy = faultKindOf(effect).deliveries?.copy?.(effect)
  if (!copy) return undefined
  const { after, says } = copy
  const { now } = world.clock
  const due = after === undefined ? undefined : addDuration(now, parseDuration(after))
  const made = duplicate(world, organization, id, due)
  if (says) changeDelivery(world, organization, made, ({ body }) => says(body))
  if (due === undefined || due > now) return undefined
  unschedule(world, organization, made)
  return made
}

export function damagedBy(world: World, attempt: Attempt, { effect }: FaultHit): Attempt {
  const damage = faultKindOf(effect).damage?.(effect, attempt.row.request)
  if (!damage) return attempt
  const { what: _, ...damaged } = damage
  const row = { ...attempt.row, request: { ...attempt.row.request, ...damaged } }
  attemptsIn(world.store, attempt.organization).put(row)
  return { ...attempt, row }
}

/** A note for the attempt's `why`. */
export function noteOn({ id, effect }: FaultHit, reception: Reception): string {
  const { deliveries, damage } = faultKindOf(effect)
  const what = deliveries?.note?.(reception, effect) ?? damage?.(effect, { headers: {}, body: '' }).what
  return `fault ${id}: ${what ?? 'nothing was sent'}`
}
