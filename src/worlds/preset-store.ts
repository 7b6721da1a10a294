import type { Registry } from '../engine/model/registry'
import type { World } from '../engine/model/world'
import type { Store } from '../kernel/store'

const STORES_AT_MOST = 8

// Presets depend on nothing but what the name of the store says, and stores copy what they write to.
const stores = new WeakMap<Registry, Map<string, Store>>()

/** A store of one's own with a preset world in it. The preset is made once; further stores share its rows. */
export function presetStore(registry: Registry, name: string, make: () => World): Store {
  const known = stores.get(registry) ?? new Map<string, Store>()
  stores.set(registry, known)
  let store = known.get(name)
  if (!store) {
    store = make().store
    const [oldest] = known.keys()
    if (known.size >= STORES_AT_MOST && oldest !== undefined) known.delete(oldest)
    known.set(name, store)
  }
  return store.fork()
}
