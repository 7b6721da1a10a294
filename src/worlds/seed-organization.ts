import { executeForHost } from '../engine/execute'
import { type Actor, namedAuthor, type Scope } from '../engine/model/context'
import { ORGANIZATIONS } from '../engine/model/tables'
import { PRESET_ORDER, type Preset } from './preset'

const SERVICE: Actor = { ...namedAuthor('system', null), is_host: true }

/** Fills a new organisation by creating its records like any others, so that the same rules apply. */
export function seedOrganization({ world, organization }: Scope, preset: Preset): void {
  world.store.history.atomically(() => {
    world.store.worldTable(ORGANIZATIONS).put({ id: organization })
    for (const resource of PRESET_ORDER) {
      if (!world.registry.find(resource)) continue
      for (const body of preset[resource] ?? [])
        executeForHost(world, { resource, verb: 'create', organization, actor: SERVICE, body })
    }
  })
}
