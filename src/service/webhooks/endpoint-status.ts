import type { Scope } from '../../engine/model/context'
import { organizationsIn } from '../../engine/model/tables'
import type { ServiceEvents } from '../../events/event-recorder'
import { areAlike } from '../../kernel/are-alike'
import { DAY_MS } from '../../kernel/civil-day'
import { type Change, isChangeOf } from '../../kernel/history'
import { formatInstant } from '../../kernel/instant'
import { keysOf } from '../http/checks/caller'
import { deliveriesIn, isWaiting, WEBHOOK_DELIVERIES, WEBHOOKS, type WebhookRow, webhooksIn } from './rows'
import { changeDelivery, unschedule } from './schedule'

/** The error of deliveries whose endpoint was deactivated. */
const DISABLED = 'webhook_disabled'

export function changeWebhook(scope: Scope, id: string, to: Partial<WebhookRow>): void {
  const hooks = webhooksIn(scope)
  const hook = hooks.get(id)
  if (!hook) return
  const changed: WebhookRow = { ...hook, ...to }
  // Every delivery calls this, but few change the row.
  if (!areAlike(hook, changed)) hooks.put(changed)
}

/** Starts the failure period of an endpoint, and deactivates the endpoint at its end (§14.4). */
export function countFailure(scope: Scope, id: string, attemptedAt: number): void {
  const { world } = scope
  const hook = webhooksIn(scope).get(id)
  if (!hook?.is_active) return
  const since = hook.failing_since ?? attemptedAt
  changeWebhook(scope, id, { failing_since: since })
  if (attemptedAt - since < world.assumptions.read('webhook-disable') * DAY_MS) return
  changeWebhook(scope, id, { disabled_at: world.clock.instant, disabled_reason: DISABLED })
  deactivate(scope, id)
}

export const countSuccess = (scope: Scope, id: string): void =>
  changeWebhook(scope, id, { failing_since: null })

/** Deactivates the endpoint and fails its waiting deliveries. */
export function deactivate(scope: Scope, id: string): void {
  const { world } = scope
  changeWebhook(scope, id, { is_active: false, last_modified_at: world.clock.instant })
  world.assumptions.noteUse('webhook-disabled-deliveries')
  const deliveries = deliveriesIn(scope)
  for (const delivery of [...deliveries.keysWhere('webhook_uuid', id)]) {
    const row = deliveries.get(delivery)
    if (!row || !isWaiting(row)) continue
    unschedule(scope, row.id)
    changeDelivery(scope, row.id, () => ({ status: 'failed', last_error: DISABLED }))
  }
}

/** Clears the failure period. Later events are delivered again. */
export const reactivate = (scope: Scope, id: string): void =>
  changeWebhook(scope, id, {
    is_active: true,
    disabled_at: null,
    disabled_reason: '',
    failing_since: null,
    last_modified_at: scope.world.clock.instant,
  })

/** The timeline's access to keys, secrets and webhook rows. */
export const SERVICE_EVENTS: ServiceEvents = {
  secrets(world) {
    const organizations = organizationsIn(world.store)
    const hooks = organizations.flatMap((organization) => [...webhooksIn({ world, organization }).rows()])
    return [...[...keysOf(world).keys()].map(String), ...hooks.map(({ secret }) => secret)]
  },
  // Compares webhook rows only, because few commits change one.
  webhookChanges: (changes) =>
    changes.flatMap((changed) => {
      if (!isChangeOf(WEBHOOKS, changed)) return []
      const { scope, before: was, after: hook } = changed
      if (!was || !hook || was.is_active === hook.is_active) return []
      const isByService = hook.disabled_at !== null
      const since = isByService && hook.failing_since !== null ? formatInstant(hook.failing_since) : null
      const ended = changes.flatMap((one) => endedOf(hook, one))
      const section = isByService ? '14.4' : '14.1'
      const reason = { rule: isByService ? 'failing' : 'request', section, since, ended } as const
      const cited = `(docs/service.md §${section})`
      const why = isByService
        ? `no attempt has succeeded since ${since}, so the service disabled it${lost(ended)} ${cited}`
        : `a request set is_active to ${hook.is_active}${lost(ended)} ${cited}`
      const change = hook.is_active ? 'reactivated' : 'disabled'
      const { id: webhook_uuid, url } = hook
      return [{ kind: 'webhook', organization: scope, change, webhook_uuid, url, reason, why }]
    }),
}

/** The id of the delivery, if it ended because its webhook was disabled. */
function endedOf(hook: WebhookRow, change: Change): number[] {
  if (hook.is_active || !isChangeOf(WEBHOOK_DELIVERIES, change)) return []
  const { after } = change
  return after?.webhook_uuid === hook.id && after.last_error === DISABLED ? [after.id] : []
}

const lost = ({ length }: readonly number[]): string =>
  length === 0 ? '' : `; ${length === 1 ? 'one delivery ends' : `${length} deliveries end`} as failed`
