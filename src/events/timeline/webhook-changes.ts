import type { Change } from '../../kernel/history'
import { formatInstant } from '../../kernel/instant'
import type { NewEvent } from './timeline-entry'

/** The columns of the rows that are read here. */
interface Hook {
  readonly id: string
  readonly url: string
  readonly is_active: boolean
  readonly disabled_at: string | null
  readonly failing_since: number | null
}
interface Delivery {
  readonly id: number
  readonly webhook_uuid: string
  readonly last_error: string
}

/** The last error of deliveries that ended because their webhook became inactive. */
const ENDED_WITH_IT = 'webhook_disabled'

type NewWebhookEvent = Omit<Extract<NewEvent, { kind: 'webhook' }>, 'cause'>

/** The webhooks that a commit disabled or reactivated. */
export const webhookChanges = (changes: readonly Change[]): NewWebhookEvent[] =>
  // Hardly any commit changes one.
  changes.filter(isOfWebhook).flatMap(({ scope, before, after }) => {
    const [was, hook] = [before, after] as unknown as (Hook | undefined)[]
    if (!was || !hook || was.is_active === hook.is_active) return []
    const isByService = hook.disabled_at !== null
    const since = isByService && hook.failing_since !== null ? formatInstant(hook.failing_since) : null
    const ended = changes.flatMap((one) => endedOf(hook, one))
    const change = hook.is_active ? 'reactivated' : 'disabled'
    const section = isByService ? '14.4' : '14.1'
    const reason = { rule: isByService ? 'failing' : 'request', section, since, ended } as const
    const cited = `(docs/service.md §${section})`
    const why = isByService
      ? `no attempt has succeeded since ${since}, so the service disabled it${lost(ended)} ${cited}`
      : `a request set is_active to ${hook.is_active}${lost(ended)} ${cited}`
    return [
      { kind: 'webhook', organization: scope, change, webhook_uuid: hook.id, url: hook.url, reason, why },
    ]
  })

const isOfWebhook = ({ table }: Change): boolean => table === 'webhooks'

/** The delivery, if the end of its webhook ended it. */
function endedOf(hook: Hook, { table, after }: Change): number[] {
  const delivery = after as unknown as Delivery | undefined
  if (hook.is_active || table !== 'webhookDeliveries' || delivery?.webhook_uuid !== hook.id) return []
  return delivery.last_error === ENDED_WITH_IT ? [delivery.id] : []
}

const lost = ({ length }: readonly number[]): string =>
  length === 0 ? '' : `; ${length === 1 ? 'one delivery ends' : `${length} deliveries end`} as failed`
