import type { Scope, World } from '../engine/model/context'
import { keysOf } from '../service/http/checks/caller'
import { FIRST_ORGANIZATION, type Settings } from './options/settings'
import { fileIn } from './options/world'

/** Issues the keys of a new world and creates their organisations. */
export function issueWorldKeys(
  world: World,
  { world: content, given, apiKeys }: Settings,
  settle: (organization: string) => void,
): void {
  if (fileIn(content) && !given.has('apiKeys')) return
  // Given keys replace the keys of an exported world.
  const known = keysOf(world)
  for (const key of [...known.keys()]) known.remove(key)
  for (const { key, organization, permissions, label } of apiKeys) {
    settle(organization)
    known.put({ key, organization, permissions, label, revoked: false, person: null })
  }
}

/** The first given key of the simulator's own organisation, otherwise a key of the exported world. */
export function ownKey(world: World, { apiKeys }: Settings): string {
  const rows = [...keysOf(world).rows()]
  const own = rows.filter((row) => row.organization === FIRST_ORGANIZATION && !row.revoked)
  const given = apiKeys.find(({ key }) => own.some((row) => row.key === key))
  return (given ?? own.find(({ permissions }) => permissions === 'all') ?? own[0] ?? rows[0])?.key ?? ''
}

/** A valid key of the organisation with all permissions, if there is one. */
export const keyOfOrganization = ({ world, organization }: Scope): string | undefined =>
  [...keysOf(world).rows()].find(
    (row) => row.organization === organization && row.permissions === 'all' && !row.revoked,
  )?.key
