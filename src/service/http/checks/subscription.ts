import type { World } from '../../../engine/model/world'
import { worldTable } from '../../../kernel/table-shape'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import type { Route } from '../routes/route'
import type { Caller } from './identify'

export const LAPSED = worldTable('lapsedSubscriptions', { id: 'text' })

/** The groups that a subscription can cover. */
export const subscriptionGroups = ({ registry }: Pick<World, 'registry'>): string[] => [
  ...new Set([
    ...registry.definitions.map(({ name }) => name),
    ...registry.everything.flatMap(({ group }) => group ?? []),
  ]),
  'health',
  'webhooks',
]

export const lapseSubscription = ({ store }: World, organization: string, group: string): void =>
  store.table('', LAPSED).put({ id: `${organization}|${group}` })

/** Requests to a group without a subscription get 402 (§6). */
export function checkSubscription(world: World, { organization }: Caller, { group }: Route): void {
  const lapsed =
    world.assumptions.read('feature-402').includes(group) ||
    world.store.table('', LAPSED).has(`${organization}|${group}`)
  if (!lapsed) return
  throw new WireRefusal(
    402,
    WIRE_MESSAGES.subscription,
    `${organization} has no subscription for ${group} (docs/service.md §6)`,
  )
}
