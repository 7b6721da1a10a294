import type { World } from '../../engine/model/context'
import { areAlike } from '../../kernel/are-alike'
import { DAY_MS } from '../../kernel/civil-day'
import { deliveriesIn, isWaiting, type WebhookRow, webhooksIn } from './rows'
import { changeDelivery, unschedule } from './schedule'

/** The reason of deliveries that failed because their endpoint was deactivated. */
const DISABLED = 'webhook_disabled'

export function changeWebhook(world: World, organization: string, id: string, to: Partial<WebhookRow>): void {
  const hooks = webhooksIn(world.store, organization)
  const hook = hooks.get(id)
  if (!hook) return
  const changed: WebhookRow = { ...hook, ...to }
  // Each delivery counts, and few of them change anything.
  if (!areAlike(hook, changed)) hooks.put(changed)
}

/** Starts the failure period of an endpoint, and deactivates the endpoint at its end (§14.4). */
export function countFailure(world: World, organization: string, id: string, attemptedAt: number): void {
  const hook = webhooksIn(world.store, organization).get(id)
  if (!hook?.is_active) return
  const since = hook.failing_since ?? attemptedAt
  changeWebhook(world, organization, id, { failing_since: since })
  if (attemptedAt - since < world.assumptions.read('webhook-disable') * DAY_MS) return
  changeWebhook(world, organization, id, { disabled_at: world.clock.instant, disabled_reason: DISABLED })
  deactivate(world, organization, id)
}

export const countSuccess = (world: World, organization: string, id: string): void =>
  changeWebhook(world, organization, id, { failing_since: null })

/** Stops the endpoint: its waiting deliveries fail. */
export function deactivate(world: World, organization: string, id: string): void {
  changeWebhook(world, organization, id, { is_active: false, last_modified_at: world.clock.instant })
  world.assumptions.noteUse('webhook-disabled-deliveries')
  const deliveries = deliveriesIn(world.store, organization)
  for (const delivery of [...deliveries.keysWhere('webhook_uuid', id)]) {
    const row = deliveries.get(delivery)
    if (!row || !isWaiting(row)) continue
    unschedule(world, organization, row.id)
    changeDelivery(world, organization, row.id, () => ({ status: 'failed', last_error: DISABLED }))
  }
}

/** Clears the failure period. Later events are delivered again. */
export const reactivate = (world: World, organization: string, id: string): void =>
  changeWebhook(world, organization, id, {
    is_active: true,
    disabled_at: null,
    disabled_reason: '',
    failing_since: null,
    last_modified_at: world.clock.instant,
  })
