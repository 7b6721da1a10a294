import type { Definition } from '../schema/define'
import type { Field, Fields, ReferenceTarget } from '../schema/fields'
import { isSendable } from './read-body'

/** Supplies the values of a generated body. */
export interface BodySource {
  readonly date: string
  /** The value of the target's column in an existing record. */
  reference(target: ReferenceTarget): unknown
  text(member: string): string
}

/** The smallest create body by the definition. Types whose members must agree have a body of their own. */
export function minimalBody({ fields, document, money }: Definition, source: BodySource): object {
  const ofDocuments = document ? ['company_id', document.counterparty, money?.account] : []
  const isNeeded = (name: string, { presence, special }: Field): boolean =>
    presence === 'required' || special === 'lines' || ofDocuments.includes(name)
  return objectOf(fields, source, isNeeded)
}

const objectOf = (
  fields: Fields,
  source: BodySource,
  isNeeded = (_: string, { presence }: Field): boolean => presence === 'required',
): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => isSendable(field) && isNeeded(name, field))
      .map(([name, field]) => [name, madeUp(name, field, source)]),
  )

function madeUp(name: string, field: Field, source: BodySource): unknown {
  switch (field.kind) {
    case 'integer':
      return field.target ? source.reference(field.target) : (field.among?.[0] ?? field.least ?? 1)
    case 'number':
      return 1
    case 'flag':
      return true
    case 'decimal':
      return field.places === 2 ? '10.00' : '1'
    case 'text':
      return textOf(name, field, source)
    case 'date':
      return source.date
    case 'instant':
      return `${source.date}T00:00:00Z`
    case 'choice':
      return field.values?.[0]
    case 'currency':
      return 'USD'
    case 'object':
      return objectOf(field.members ?? {}, source)
    case 'list':
      return field.element && field.special !== 'classifications' ? [madeUp(name, field.element, source)] : []
    case 'any':
      return field.holds === 'object' ? {} : null
  }
}

function textOf(name: string, { rule }: Field, source: BodySource): string {
  if (rule === 'email') return 'books@example.com'
  return rule === 'country' ? 'US' : source.text(name)
}
