import type { CompiledType } from '../model/compiled-type'
import type { Registry } from '../model/registry'
import { CUSTOM_FIELDS } from '../model/tables'
import type { Field, Fields } from '../schema/fields'

const known = new WeakMap<CompiledType, ReadonlySet<string>>()

/** The tables, besides its own, that a record shows something of. */
export function tablesBehind(registry: Registry, type: CompiledType): ReadonlySet<string> {
  const found = known.get(type) ?? collected(registry, type.definition.fields, new Set())
  known.set(type, found)
  return found
}

function collected(registry: Registry, fields: Fields, found: Set<string>): Set<string> {
  for (const field of Object.values(fields)) {
    for (const name of namesBehind(field, fields)) found.add(name)
    collected(registry, field.members ?? field.element?.members ?? {}, found)
    const { derived } = field
    if (derived?.kind !== 'owned' || found.has(derived.resource)) continue
    found.add(derived.resource)
    collected(registry, registry.type(derived.resource).definition.fields, found)
  }
  return found
}

const CLASSIFICATIONS = ['classifications', 'classificationLines']

function namesBehind({ special, derived }: Field, siblings: Fields): readonly string[] {
  if (special === 'classifications') return CLASSIFICATIONS
  if (special === 'custom-fields') return [CUSTOM_FIELDS]
  switch (derived?.kind) {
    case 'lookup':
      return [derived.through, derived.or ?? ''].flatMap((member) => siblings[member]?.target?.resource ?? [])
    case 'common-classifications':
      return CLASSIFICATIONS
    case 'named-by':
    case 'count':
      return [derived.resource]
    default:
      return []
  }
}
