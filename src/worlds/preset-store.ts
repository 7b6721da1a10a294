import type { AssumptionId } from '../assumptions'
import type { Registry } from '../engine/model/registry'
import type { World } from '../engine/model/world'
import type { Store } from '../kernel/store'

interface PresetStore {
  readonly store: Store
  readonly asked: readonly AssumptionId[]
}

const STORES_AT_MOST = 8

// A preset is determined by the name of its store, and stores copy on write, so presets are cached.
const stores = new WeakMap<Registry, Map<string, PresetStore>>()

/** An own store with a preset world. The preset is created once; later stores share its rows. */
export function presetStore(registry: Registry, name: string, make: () => World): PresetStore {
  const known = stores.get(registry) ?? new Map<string, PresetStore>()
  stores.set(registry, known)
  let preset = known.get(name)
  if (!preset) {
    const { store, assumptions } = make()
    preset = { store, asked: assumptions.takeAsked() }
    const [oldest] = known.keys()
    if (known.size >= STORES_AT_MOST && oldest !== undefined) known.delete(oldest)
    known.set(name, preset)
  }
  return { ...preset, store: preset.store.fork() }
}
