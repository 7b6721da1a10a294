import { invariant } from '../kernel/invariant'
import { memoize } from '../kernel/memoize'
import { ALL_BEHAVIOURS } from './all-behaviours'
import { journalPayables } from './ledger/payables'
import { CompiledType, type Registry } from './model/compiled-type'
import type { Definition, ListView } from './schema/define'

const bindAll = (definition: Definition) =>
  ALL_BEHAVIOURS.flatMap((behaviour) => behaviour.bind(definition) ?? [])

// Compiled types hold no state of a world, so all simulators of the process share them.
const compiled = memoize((definition: Definition) => new CompiledType(definition, bindAll))

const isView = (one: Definition | ListView): one is ListView => 'viewOf' in one

export function compile(given: readonly (Definition | ListView)[]): Registry {
  const views = given.filter(isView)
  const everything = [...given.filter((one): one is Definition => !isView(one)), journalPayables]
  const definitions = everything.filter((definition) => !definition.internal)
  const byName = new Map(everything.map((definition) => [definition.name, definition]))
  invariant(byName.size === everything.length, 'two record types share a name')
  const types = new Map<string, CompiledType>()
  const find = (name: string): CompiledType | undefined => {
    const known = types.get(name)
    if (known) return known
    const definition = byName.get(name)
    if (!definition) return undefined
    const type = compiled(definition)
    types.set(name, type)
    return type
  }
  const typeNamed = (name: string): CompiledType => {
    const found = find(name)
    invariant(found, `no record type is called ${name}`)
    return found
  }
  return {
    definitions,
    everything,
    find,
    type: typeNamed,
    views,
    viewed: (view) => viewed(typeNamed(view.viewOf).definition)(view),
  }
}

const viewed = memoize((definition: Definition) =>
  memoize(({ without, fields, filters, orderings, path }: ListView) => {
    const kept = Object.entries(definition.fields).filter(([name]) => !without?.includes(name))
    const shown = without
      ? { fields: { ...Object.fromEntries(kept), ...fields }, filters: { ...definition.filters, ...filters } }
      : { fields, filters }
    return new CompiledType({ ...definition, ...shown, orderings, path }, bindAll)
  }),
)
