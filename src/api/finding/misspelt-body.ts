import { CURRENCIES } from '../../engine/model/currencies'
import type { Field, Fields } from '../../engine/schema/fields'
import { below } from '../../errors/reader'
import { isPlainObject } from '../../kernel/is-object'
import { nearestName } from '../../kernel/nearest-name'
import { isAsymmetric } from '../../kernel/partial-match'
import type { Route } from '../../service/http/routes/route'
import { bodyFields } from '../../service/http/unknown-names'

/**
 * Names the first member or word of a body that no operation accepts although a similar one exists. Undefined
 * if there is none, or if an operation accepts the body. Values that are functions or matchers are not
 * checked.
 */
export function misspeltBody(routes: readonly Route[], body: unknown): string | undefined {
  const found = routes.map(({ operation }) => {
    const fields = operation && bodyFields(operation)
    return fields && slipIn(fields, body, 'body')
  })
  return found.includes(undefined) ? undefined : found[0]
}

function slipIn(fields: Fields, wanted: unknown, place: string): string | undefined {
  if (!isPlainObject(wanted) || isAsymmetric(wanted)) return undefined
  for (const [name, value] of Object.entries(wanted)) {
    const at = below(place, name)
    const slip = Object.hasOwn(fields, name)
      ? slipOf(fields[name], value, at)
      : slipOfName(name, fields, at, value)
    if (slip !== undefined) return slip
  }
  return undefined
}

function slipOfName(name: string, fields: Fields, at: string, wanted: unknown): string | undefined {
  if (wanted === undefined || wanted === null || typeof wanted === 'function' || isAsymmetric(wanted))
    return undefined
  const written = Object.keys(fields).filter((known) => fields[known]?.presence !== 'none')
  const near = nearestName(name, written)
  return near && `the operation takes no ${at}, perhaps ${near}`
}

function slipOf(field: Field | undefined, wanted: unknown, at: string): string | undefined {
  if (field === undefined || field.presence === 'none') return undefined
  const { element, members } = field
  if (Array.isArray(wanted))
    return element && wanted.map((one, place) => slipOf(element, one, `${at}[${place}]`)).find(Boolean)
  if (members) return slipIn(members, wanted, at)
  const known = wordsOf(field)
  if (typeof wanted !== 'string' || known.includes(wanted)) return undefined
  const near = nearestName(wanted, known)
  return near && `${at} cannot be '${wanted}', perhaps ${near}`
}

function wordsOf({ kind, special, values = [], ownValues = [] }: Field): readonly string[] {
  if (special || (kind !== 'choice' && kind !== 'currency')) return []
  return kind === 'currency' ? CURRENCIES : [...values, ...ownValues]
}
