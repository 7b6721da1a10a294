import type { World } from '../../../engine/model/context'
import { worldTable } from '../../../kernel/table-shape'
import { WIRE_MESSAGES, WireRefusal } from '../responses/wire-refusal'
import type { Route } from '../routes/route'
import type { Caller } from './caller'

const LAPSED = worldTable('lapsedSubscriptions', { id: 'text' })

export const subscriptionGroups = ({ registry }: Pick<World, 'registry'>): string[] => [
  ...new Set([
    ...registry.definitions.map(({ name }) => name),
    ...registry.everything.flatMap(({ group }) => group ?? []),
  ]),
  'health',
  'webhooks',
]

const idOf = (organization: string, group: string): string => `${organization}|${group}`

export const lapseSubscription = ({ store }: World, organization: string, group: string): void =>
  store.worldTable(LAPSED).put({ id: idOf(organization, group) })

export const renewSubscription = ({ store }: World, organization: string, group: string): void =>
  void store.worldTable(LAPSED).remove(idOf(organization, group))

/** The groups whose subscription was lapsed; without those that the assumption `feature-402` closes. */
export const lapsedSubscriptions = (world: World, organization: string): string[] =>
  subscriptionGroups(world).filter((group) => isLapsed(world, organization, group))

const isLapsed = ({ store }: World, organization: string, group: string): boolean =>
  store.worldTable(LAPSED).has(idOf(organization, group))

/** Requests to a group without a subscription get 402 (§6). */
export function checkSubscription(world: World, { organization }: Caller, { group }: Route): void {
  if (!world.assumptions.read('feature-402').includes(group) && !isLapsed(world, organization, group)) return
  throw new WireRefusal(
    402,
    WIRE_MESSAGES.subscription,
    `${organization} has no subscription for ${group} (docs/service.md §6)`,
  )
}
