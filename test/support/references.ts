import type { Definition } from '../../src/engine/schema/define'
import type { Field, Fields } from '../../src/engine/schema/fields'
import type { Json } from './client'

/** A member of a request that names another record. */
export interface Reference {
  readonly title: string
  /** Names of members from the top; lists are stepped into. */
  readonly path: readonly string[]
  readonly resource: string
  readonly inLines: boolean
}

/** Stands in a path for the entries of a list that are no objects. */
const EACH = '*'

export const referencesOf = ({ fields }: Definition): Reference[] => within(fields, [], false)

const within = (fields: Fields, above: readonly string[], inLines: boolean): Reference[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.presence === 'none' ? [] : at(field, [...above, name], inLines || field.special === 'lines'),
  )

const at = (field: Field, path: readonly string[], inLines: boolean): Reference[] => {
  if (field.target) return [{ title: path.join('.'), path, resource: field.target.resource, inLines }]
  if (field.element?.target) return at(field.element, [...path, EACH], inLines)
  if (field.element) return at(field.element, path, inLines)
  return field.members ? within(field.members, path, inLines) : []
}

/** Every value at a path, in all entries of lists on the way. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path))
  const [member, ...rest] = path.filter((step) => step !== EACH)
  return member === undefined ? [value] : valuesAt((value as Json)[member], rest)
}

/** A copy with the value at the path replaced, in the first entry of lists on the way; the objects are made if need be. */
export function replacedAt(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [member, ...rest] = path
  if (member === undefined) return replacement
  if (member === EACH) return [replacement]
  if (Array.isArray(value)) {
    const [first, ...others] = value
    return [replacedAt(first, path, replacement), ...others]
  }
  return {
    ...((value ?? {}) as Json),
    [member]: replacedAt(((value ?? {}) as Json)[member], rest, replacement),
  }
}
