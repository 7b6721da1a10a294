import type { Scope } from '../../engine/model/context'
import { text } from '../../errors/reader'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import type { Row } from '../../kernel/row'
import { beginOfLog, keptIn } from '../../service/webhooks/log'
import { describedEvent } from '../../service/webhooks/outbox'
import {
  type AttemptRow,
  type DeliveryRow,
  deliveriesIn,
  isWaiting,
  webhooksIn,
} from '../../service/webhooks/rows'
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
  const forgotten = forgottenByHook(call)
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
      forgotten: forgotten.get(hook.uuid) ?? null,
    }
  })
}

/** An endpoint's attempts that have left the log (§14.4), as far as the timeline has them, and what cannot be sent. */
interface Forgotten {
  readonly before: string
  readonly attempts: number
  readonly failed: number
  readonly missed: number
}

/** By webhook; empty if the log lacks nothing. */
function forgottenByHook(call: ControlCall): ReadonlyMap<string, Forgotten> {
  if (call.face.webhooks.forgotten === 0) return new Map()
  const scope = scopeOf(call)
  const before = scope.world.assumptions.withoutNoting(() => beginOfLog(scope.world))
  const deliveries = deliveriesIn(scope)
  const all = [...webhooksIn(scope).rows()].map((hook) => ({
    hook,
    /** The first attempt for each event, since the log forgets events by their age. */
    first: new Map<string, string>(),
    delivered: new Set<string>(),
    attempts: 0,
    failed: 0,
  }))
  let undone = Number.POSITIVE_INFINITY
  // From the latest on: a restore tells where the entries begin that it has undone.
  for (const entry of [...call.simulator.timeline].reverse()) {
    if (entry.sequence > undone) continue
    if (entry.kind === 'clock' && entry.move === 'restore') undone = entry.after ?? undone
    if (entry.kind !== 'delivery' || entry.organization !== scope.organization) continue
    const { id, event_id, outcome, at, topic, url } = entry
    // Entries do not name the webhook, so what several may have sent counts for none of them.
    const sender = deliveries.get(id)?.webhook_uuid
    const [own, other] = all.filter(({ hook }) =>
      sender ? hook.id === sender : hook.url === url && hook.topics.includes(topic) && at >= hook.created_at,
    )
    if (!own || other) continue
    own.first.set(event_id, at)
    if (outcome === 'delivered') own.delivered.add(event_id)
    if (at >= before) continue
    own.attempts += 1
    if (outcome !== 'delivered') own.failed += 1
  }
  return new Map(
    all.map(({ hook, first, delivered, attempts, failed }) => {
      const known = new Set([...deliveries.rowsWhere('webhook_uuid', hook.id)].map((one) => one.event_id))
      const lost = [...first].filter(
        ([event, at]) => at < before && !known.has(event) && !delivered.has(event),
      )
      return [hook.id, { before, attempts, failed, missed: lost.length }]
    }),
  )
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
