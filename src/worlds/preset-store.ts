import type { Registry } from '../engine/model/registry'
import type { World } from '../engine/model/world'
import type { Store } from '../kernel/store'

const STORES_AT_MOST = 8

// A preset is determined by the name of its store, and stores copy on write, so presets are cached.
const stores = new WeakMap<Registry, Map<string, Store>>()

/** An own store with a preset world. The preset is created once; later stores share its rows. */
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
