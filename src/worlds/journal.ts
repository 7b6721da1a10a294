import type { World } from '../engine/model/world'
import { codeVersion } from './copy-content'
import type { Journal } from './options/exported-world'
import type { Settings } from './options/settings'
import { isExported } from './options/world'

/** The changes of a world's rows; all rows count as new, unless a storage has them already. */
export function journalOf({ store, registry }: World, { world, trusted }: Settings): Journal {
  const version = codeVersion(registry)
  const isStored = trusted && isExported(world) && world.storedBy === version
  const rows = store.journal(!isStored)
  return {
    version,
    get isDirty() {
      return rows.isDirty
    },
    take: () => rows.take(),
  }
}
