import { invariant } from '../kernel/invariant'
import { CAPABILITIES } from './all-behaviours'
import { journalPayables } from './ledger/payables'
import { Resource } from './model/compiled-type'
import type { Machine } from './model/registry'
import type { Definition, ListView } from './schema/define'

// Compiled record types hold no state, so every simulator of the process shares them.
const compiled = new WeakMap<Definition, Resource>()

const isView = (one: Definition | ListView): one is ListView => 'viewOf' in one

export function compile(given: readonly (Definition | ListView)[]): Machine {
  const views = given.filter(isView)
  const everything = [...given.filter((one): one is Definition => !isView(one)), journalPayables]
  const definitions = everything.filter((definition) => !definition.internal)
  const byName = new Map(everything.map((definition) => [definition.name, definition]))
  invariant(byName.size === everything.length, 'two record types share a name')
  const resources = new Map<string, Resource>()
  const find = (name: string): Resource | undefined => {
    const known = resources.get(name)
    if (known) return known
    const definition = byName.get(name)
    if (!definition) return undefined
    const resource = compiled.get(definition) ?? new Resource(definition, CAPABILITIES)
    compiled.set(definition, resource)
    resources.set(name, resource)
    return resource
  }
  const resource = (name: string): Resource => {
    const found = find(name)
    invariant(found, `no record type is called ${name}`)
    return found
  }
  return {
    definitions,
    everything,
    find,
    resource,
    views,
    viewed: (view) => viewed(resource(view.viewOf).definition, view),
  }
}

const compiledViews = new WeakMap<ListView, Resource>()

function viewed(definition: Definition, view: ListView): Resource {
  const known = compiledViews.get(view)
  if (known) return known
  const { without, fields, filters, orderings, path } = view
  const kept = Object.entries(definition.fields).filter(([name]) => !without?.includes(name))
  const shown = {
    ...definition,
    ...(without
      ? { fields: { ...Object.fromEntries(kept), ...fields }, filters: { ...definition.filters, ...filters } }
      : { fields, filters }),
    orderings,
    path,
  }
  const resource = new Resource(shown, CAPABILITIES)
  compiledViews.set(view, resource)
  return resource
}
