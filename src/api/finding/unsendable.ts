import type { Field, Fields } from '../../engine/schema/fields'
import { isOptionError } from '../../errors/option-error'
import { below } from '../../errors/reader'
import { isPlainObject } from '../../kernel/is-object'
import { isAsymmetric } from '../../kernel/partial-match'
import type { Route } from '../../service/http/routes/route'
import { bodyFields } from '../../service/http/unknown-names'
import { wantedValue } from './conditions'

/**
 * Says why no client of these operations sends such a body: the first member that they do not take, or the first value
 * that a member cannot have. Undefined if one of them takes it. Functions and matchers ask for what is meant.
 */
export function unsendable(routes: readonly Route[], body: unknown): string | undefined {
  const found = routes.map(({ operation }) => {
    const fields = operation && bodyFields(operation)
    return fields && doubtIn(fields, body, 'body')
  })
  return found.includes(undefined) ? undefined : found[0]
}

function doubtIn(fields: Fields, wanted: unknown, place: string): string | undefined {
  if (!isPlainObject(wanted) || isAsymmetric(wanted)) return undefined
  for (const [name, value] of Object.entries(wanted)) {
    const doubt = doubtAbout(
      Object.hasOwn(fields, name) ? fields[name] : undefined,
      value,
      below(place, name),
    )
    if (doubt !== undefined) return doubt
  }
  return undefined
}

function doubtAbout(field: Field | undefined, wanted: unknown, at: string): string | undefined {
  if (wanted === undefined || wanted === null || typeof wanted === 'function' || isAsymmetric(wanted))
    return undefined
  if (field === undefined) return `the operation takes no ${at}`
  if (field.presence === 'none') return `the service sets ${at}, no client does`
  const { element, members } = field
  if (Array.isArray(wanted))
    return element && wanted.map((one, place) => doubtAbout(element, one, `${at}[${place}]`)).find(Boolean)
  if (typeof wanted === 'object') return members && doubtIn(members, wanted, at)
  if (members || element || field.special || field.kind === 'any') return undefined
  try {
    wantedValue(at, wanted, { source: field })
    return undefined
  } catch (error) {
    if (!isOptionError(error)) throw error
    return error.message
  }
}
