import type { Scope } from '../../engine/model/context'
import { text } from '../../errors/reader'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import type { Row } from '../../kernel/row'
import { beginOfLog, keptIn } from '../../service/webhooks/log'
import { describedEvent } from '../../service/webhooks/outbox'
import { type AttemptRow, type DeliveryRow, deliveriesIn, isWaiting } from '../../service/webhooks/rows'
import { internalsOf } from '../../simulator/internals-of'
import type { Simulator } from '../../simulator/simulator'
import { type ControlCall, noneCalled, organizationOf } from './control'

/** Attempts of an endpoint that are shown. */
const LATEST_AT_MOST = 60

const scopeOf = (call: ControlCall): Scope => ({
  world: internalsOf(call.simulator).world,
  organization: organizationOf(call),
})

const isFailed = ({ response }: AttemptRow): boolean => response === null || response.status >= 300

function stateOf(delivery: DeliveryRow | undefined): 'under way' | 'waits' | 'over' {
  if (!delivery || !isWaiting(delivery)) return 'over'
  return delivery.due === null ? 'under way' : 'waits'
}

/** The registered webhooks with figures from the whole delivery log, and what only the timeline still has. */
export function endpoints(call: ControlCall): unknown {
  const scope = scopeOf(call)
  const attempts = new Map<string, AttemptRow[]>()
  const all = keptIn(scope)
  const lastOf = new Map(all.map(({ delivery, id }) => [delivery, id]))
  const deliveries = deliveriesIn(scope)
  // An attempt under way has no outcome yet, so it is left out.
  for (const one of all)
    if (lastOf.get(one.delivery) !== one.id || stateOf(deliveries.get(one.delivery)) !== 'under way')
      getOrCreateList(attempts, one.webhook_uuid).push(one)
  return call.face.webhooks.registered.map((hook) => {
    const own = attempts.get(hook.uuid) ?? []
    const last = own.at(-1)
    const failed = own.slice(own.map(isFailed).lastIndexOf(false) + 1)
    return {
      ...hook,
      attempts: own.length,
      failed: own.filter(isFailed).length,
      failing: { attempts: failed.length, since: failed[0]?.at ?? null },
      last: last ? { at: last.at, response: last.response } : null,
      latest: own.slice(-LATEST_AT_MOST).map((one) => !isFailed(one)),
      missed: missedBy(call, hook.uuid).length,
      unqueued: hook.is_active ? 0 : unqueuedFor(call.simulator, scope.organization, hook),
      forgotten: call.face.webhooks.forgotten > 0 ? forgottenOf(call, hook) : null,
    }
  })
}

/** Attempts at an endpoint that have left the log (§14.4), as far as the timeline has them, and what cannot be sent. */
function forgottenOf(call: ControlCall, { uuid, url }: { readonly uuid: string; readonly url: string }) {
  const scope = scopeOf(call)
  const before = scope.world.assumptions.withoutNoting(() => beginOfLog(scope.world))
  const known = new Set([...deliveriesIn(scope).rowsWhere('webhook_uuid', uuid)].map((one) => one.event_id))
  const delivered = new Set<string>()
  const lost = new Set<string>()
  let [attempts, failed, undone] = [0, 0, Number.POSITIVE_INFINITY]
  // From the latest on: a restore tells where the entries begin that it has undone.
  for (const entry of [...call.simulator.timeline].reverse()) {
    if (entry.sequence > undone) continue
    if (entry.kind === 'clock' && entry.move === 'restore') undone = entry.after ?? undone
    if (entry.kind !== 'delivery' || entry.organization !== scope.organization || entry.url !== url) continue
    const { event_id, outcome, at } = entry
    const isDelivered = outcome === 'delivered'
    if (isDelivered) delivered.add(event_id)
    else if (!known.has(event_id) && !delivered.has(event_id)) lost.add(event_id)
    if (at >= before) continue
    attempts += 1
    if (!isDelivered) failed += 1
  }
  return { before, attempts, failed, missed: lost.size }
}

/** The events that an endpoint did not receive and that wait for no attempt, oldest first. */
function missedBy(call: ControlCall, uuid: string): string[] {
  const deliveries = deliveriesIn(scopeOf(call))
  const byEvent = new Map<string, DeliveryRow[]>()
  for (const one of deliveries.rowsWhere('webhook_uuid', uuid))
    getOrCreateList(byEvent, one.event_id).push(one)
  const isOpen = (one: DeliveryRow): boolean => one.status === 'delivered' || isWaiting(one)
  return [...byEvent].filter(([, all]) => !all.some(isOpen)).map(([event]) => event)
}

/** The number of events not queued since it was deactivated (§14.4); null if the log is incomplete. */
function unqueuedFor(
  simulator: Simulator,
  organization: string,
  { uuid, topics }: { readonly uuid: string; readonly topics: readonly string[] },
): number | null {
  const { world, recorder } = internalsOf(simulator)
  const disabled = simulator.timeline
    .filter((one) => one.kind === 'webhook' && one.webhook_uuid === uuid && one.change === 'disabled')
    .at(-1)
  if (!disabled) return null
  const rows = new Map<string, Row | undefined>()
  const rowAt = ({ scope, table, key }: { scope: string; table: string; key: string | number }) =>
    world.store.table<Row>(scope, table).get(key)
  let events = 0
  for (const { cause, scope, table, key, before } of recorder.log.versions
    .stored(Number.POSITIVE_INFINITY, rowAt)
    .reverse()) {
    if (cause !== null && cause <= disabled.sequence) break
    const name = JSON.stringify([scope, table, key])
    const after = rows.has(name) ? rows.get(name) : rowAt({ scope, table, key })
    rows.set(name, before ?? undefined)
    if (scope !== organization || cause === null) continue
    const change = { scope, table, key, before: before ?? undefined, after }
    const described = world.assumptions.withoutNoting(() => describedEvent(world, change))
    if (described !== undefined && topics.includes(described.event.topic)) events += 1
  }
  return events
}

/** Queues the events that an endpoint missed, and sends them. */
export async function catchUp(call: ControlCall): Promise<unknown> {
  const uuid = text(call.body.webhook_uuid, 'webhook_uuid')
  const { webhooks } = call.face
  const known = webhooks.registered.map((hook) => hook.uuid)
  if (!known.includes(uuid)) throw noneCalled('webhook', uuid, known)
  const ids = missedBy(call, uuid).flatMap(
    (event_id) => webhooks.replay({ event_id, webhook_uuid: uuid }, { activate: true }).queued,
  )
  const scope = scopeOf(call)
  const deliveries = deliveriesIn(scope)
  const state = (id: number) => stateOf(deliveries.get(id))
  const ended = (id: number): Promise<void> =>
    new Promise((resolve) => {
      const stop = scope.world.store.history.onCommit(() => {
        if (state(id) === 'under way') return
        stop()
        resolve()
      })
    })
  const isIn = (status: string) => (id: number) => deliveries.get(id)?.status === status
  for (const id of ids) {
    // A live clock may already be sending the delivery, or have sent it.
    if (state(id) === 'under way') await ended(id)
    else if (state(id) === 'waits') await webhooks.deliver(id)
    if (!isIn('delivered')(id)) break
  }
  const sent = ids.filter(isIn('delivered')).length
  const waiting = ids.flatMap((id) => deliveries.get(id) ?? []).filter(isWaiting).length
  return { sent, waiting, failed: ids.length - sent - waiting }
}
