import { LIST_PARAMETERS, type Query } from '../../engine/read/query'
import type { Field, Fields } from '../../engine/schema/fields'
import type { Filters } from '../../engine/schema/filters'
import { nearestName } from '../../kernel/nearest-name'
import type { Route, RouteCall } from '../routes/route'

const TOLD_AT_MOST = 3

/**
 * For the traffic: members and parameters of a request that the operation does not know, and what they
 * perhaps should have been. The service passes over them in silence (docs/service.md §1.4, §8.2).
 */
export function unknownNames({ offer }: Route, { body, query }: RouteCall): string[] {
  if (offer === undefined || offer.verb === 'view') return []
  const fields = offer.verb === 'act' ? offer.action.body : offer.definition.fields
  const found: string[] = []
  if (body !== undefined && fields !== undefined) tellMembers(fields, body, [], found)
  const isRead = offer.verb === 'list' || offer.verb === 'get'
  if (isRead && query.size > 0) found.push(...unknownParameters(offer.definition.filters, query))
  return found.length <= TOLD_AT_MOST
    ? found
    : [...found.slice(0, TOLD_AT_MOST), `${found.length - TOLD_AT_MOST} more`]
}

function unknownParameters(filters: Filters, query: Query): string[] {
  const known = [...LIST_PARAMETERS, ...Object.keys(filters)]
  return [...query.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => told('parameter', name, nearestName(name, known)))
}

/** Passed by every write, so nothing is made where there is nothing to tell. */
function tellMembers(fields: Fields, body: object, path: (string | number)[], found: string[]): void {
  for (const name of Object.keys(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) {
      const sendable = Object.keys(fields).filter((member) => fields[member]?.presence !== 'none')
      found.push(told('member', [...path, name].join('.'), nearestName(name, sendable)))
    } else if (field.members || field.element) {
      path.push(name)
      tellWithin(field, (body as Readonly<Record<string, unknown>>)[name], path, found)
      path.pop()
    }
  }
}

function tellWithin(field: Field, value: unknown, path: (string | number)[], found: string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    if (field.members) tellMembers(field.members, value, path, found)
    return
  }
  const { element } = field
  if (!element?.members) return
  for (const [index, one] of value.entries()) {
    path.push(index)
    tellWithin(element, one, path, found)
    path.pop()
  }
}

const told = (what: string, name: string, meant: string | undefined): string =>
  `no ${what} "${name}"${meant === undefined ? '' : `, perhaps ${meant}`}`
