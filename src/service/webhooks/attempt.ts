import type { Scope, World } from '../../engine/model/context'
import { nextOf } from '../../engine/model/tables'
import type { Reception } from '../../events/traffic/outcome'
import { parseInstant } from '../../kernel/instant'
import { countFailure, countSuccess } from './endpoint-status'
import { failureText, outcomeOf, retryDelay, retryInstant } from './outcome'
import {
  type AttemptRow,
  attemptsIn,
  type DeliveryRow,
  deliveriesIn,
  deliveryWithHook,
  isWaiting,
  type WebhookRow,
} from './rows'
import { changeDelivery, scheduleAttempt } from './schedule'
import { signWebhook } from './signature'

/** An attempt that is ready to be sent: its rows and its scope. */
export interface Attempt {
  readonly scope: Scope
  readonly delivery: DeliveryRow
  readonly row: AttemptRow
}

/** Records the start of an attempt with its exact bytes. Undefined if there is nothing to send. */
export function beginAttempt(
  scope: Scope,
  id: number,
  sign: {
    readonly headerPrefix: string
    timestampMs(url: string): number
    /** Returns a body to send instead; undefined keeps the original. */
    readonly rewrite?: ((body: string) => string | undefined) | undefined
  },
): Attempt | undefined {
  const { world, organization } = scope
  const { delivery, hook } = deliveryWithHook(scope, id)
  if (!delivery || !hook?.is_active) return undefined
  world.assumptions.noteUse('webhook-header-prefix')
  const body = sign.rewrite?.(delivery.body) ?? delivery.body
  const attemptId = nextOf(world.store, organization, 'webhook_attempt')
  const row: AttemptRow = {
    id: attemptId,
    delivery: id,
    event_id: delivery.event_id,
    webhook_uuid: hook.id,
    at: world.clock.instant,
    source_address: sourceAddress(world, attemptId),
    request: {
      url: hook.url,
      headers: signedHeaders(hook, body, sign.headerPrefix, Math.floor(sign.timestampMs(hook.url) / 1000)),
      body,
    },
    response: null,
    why: 'under way',
  }
  attemptsIn(scope).put(row)
  changeDelivery(scope, id, ({ attempts }) => ({ attempts: attempts + 1, due: null, timer: null }))
  return { scope, delivery, row }
}

const sourceAddress = (world: World, attempt: number): string => {
  const addresses = world.assumptions.read('webhook-source-addresses')
  return addresses[(attempt - 1) % addresses.length] as string
}

const signedHeaders = (hook: WebhookRow, body: string, prefix: string, timestamp: number) => ({
  'content-type': 'application/json',
  [`${prefix}-Webhook-Uuid`]: hook.id,
  [`${prefix}-Webhook-Request-Timestamp`]: String(timestamp),
  [`${prefix}-Webhook-Signature-V1`]: signWebhook({ secret: hook.secret, timestamp, body }),
})

/** Records the end of an attempt, and schedules the next one if needed (§14.4). */
export function endAttempt(
  { scope, delivery: { id }, row }: Attempt,
  reception: Reception,
  /** Further notes for the log. */
  notes: readonly string[] = [],
): void {
  const delivery = deliveriesIn(scope).get(id)
  const ending = delivery ? endDelivery(scope, delivery, row, reception) : endWithout(outcomeOf(reception))
  const attempts = attemptsIn(scope)
  if (!attempts.has(row.id)) return
  const response =
    reception.kind === 'response'
      ? { status: reception.status, headers: reception.headers, body: reception.body }
      : null
  attempts.put({ ...row, response, why: [whyText(reception, ending), ...notes].join('; ') })
}

type AttemptEnd = ReturnType<typeof outcomeOf> | 'inactive'

/** For a webhook that was deleted during the attempt, together with its deliveries. */
const endWithout = (outcome: ReturnType<typeof outcomeOf>): AttemptEnd =>
  outcome === 'retry' ? 'inactive' : outcome

function endDelivery(
  scope: Scope,
  delivery: DeliveryRow,
  { at }: AttemptRow,
  reception: Reception,
): AttemptEnd {
  const { world } = scope
  const { id, webhook_uuid: hook } = delivery
  const outcome = outcomeOf(reception)
  const next = outcome === 'retry' ? nextAttemptAt(world, delivery, at, reception) : undefined
  recordResult(scope, id, reception, outcome)
  const isCounted = outcome !== 'stop' || world.assumptions.read('webhook-stop-status') === 'counts'
  if (outcome === 'delivered') countSuccess(scope, hook)
  else if (isCounted) countFailure(scope, hook, world.clock.now)
  if (next === undefined) return outcome
  // If the endpoint was disabled before now, the delivery has failed and gets no further attempt.
  if (deliveriesIn(scope).get(id)?.status !== 'retrying') return 'inactive'
  scheduleAttempt(scope, id, next)
  return outcome
}

function recordResult(
  scope: Scope,
  id: number,
  reception: Reception,
  outcome: ReturnType<typeof outcomeOf>,
): void {
  const response_status = reception.kind === 'response' ? reception.status : null
  changeDelivery(scope, id, (delivery) => {
    if (outcome === 'delivered')
      return { status: outcome, response_status, last_error: '', delivered_at: scope.world.clock.instant }
    // The endpoint was deactivated during the attempt.
    if (!isWaiting(delivery)) return { response_status }
    const status = outcome === 'stop' ? 'failed' : 'retrying'
    return { status, response_status, last_error: failureText(reception), delivered_at: null }
  })
}

/** The receiver's time limit in milliseconds. */
export const timeLimitOf = ({ assumptions }: World): number => assumptions.peek('webhook-timeout') * 1000

/** The delay starts at the end of the attempt; for a time-out at the end of the virtual limit or later. */
function nextAttemptAt(world: World, delivery: DeliveryRow, begun: string, reception: Reception): number {
  const { clock, assumptions } = world
  const end =
    reception.kind === 'time-out'
      ? Math.max(clock.now, (parseInstant(begun) as number) + assumptions.read('webhook-timeout') * 1000)
      : clock.now
  const due = end + retryDelay(delivery.attempts, assumptions.read('webhook-retry-delays'))
  const asked =
    assumptions.read('webhook-receiver-429') === 'ignore' ? undefined : retryInstant(reception, end)
  return Math.max(due, asked ?? 0)
}

function whyText(reception: Reception, ending: AttemptEnd): string {
  const seen = reception.kind === 'response' ? `answered ${reception.status}` : failureText(reception)
  const rules = {
    delivered: 'delivered (docs/service.md §14.4)',
    stop: 'this status stops retries (docs/service.md §14.4)',
    retry: 'will be retried (docs/service.md §14.4)',
    inactive: 'not retried, because the webhook is no longer active (docs/service.md §14.4)',
  }
  return `${seen}: ${rules[ending]}`
}
