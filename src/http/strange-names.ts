import type { Field, Fields } from '../engine/fields'
import type { Filters } from '../engine/filters'
import { LIST_PARAMETERS, type Query } from '../engine/read-query'
import { nearestName } from '../kernel/nearest-name'
import type { Route, RouteCall } from './routes'

const TOLD_AT_MOST = 3

/**
 * For the traffic: members and parameters of a request that the operation does not know, and what they
 * perhaps should have been. The service passes over them in silence (docs/service.md §1.4, §8.2).
 */
export function strangeNames({ offer }: Route, { body, query }: RouteCall): string[] {
  if (offer === undefined || offer.verb === 'view') return []
  const fields = offer.verb === 'act' ? offer.action.body : offer.definition.fields
  const members = body === undefined || fields === undefined ? [] : strangeMembers(fields, body, '')
  const isRead = offer.verb === 'list' || offer.verb === 'get'
  const parameters = isRead && query.size > 0 ? strangeParameters(offer.definition.filters, query) : []
  const strange = [...members, ...parameters]
  return strange.length <= TOLD_AT_MOST
    ? strange
    : [...strange.slice(0, TOLD_AT_MOST), `${strange.length - TOLD_AT_MOST} more`]
}

function strangeParameters(filters: Filters, query: Query): string[] {
  const known = [...LIST_PARAMETERS, ...Object.keys(filters)]
  return [...query.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => told('parameter', name, nearestName(name, known)))
}

function strangeMembers(fields: Fields, body: object, above: string): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field) return strangeWithin(field, value, `${above}${name}.`)
    const sendable = Object.keys(fields).filter((member) => fields[member]?.presence !== 'none')
    return [told('member', above + name, nearestName(name, sendable))]
  })
}

function strangeWithin({ members, element }: Field, value: unknown, above: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return element ? value.flatMap((one, index) => strangeWithin(element, one, `${above}${index}.`)) : []
  return members ? strangeMembers(members, value, above) : []
}

const told = (what: string, name: string, meant: string | undefined): string =>
  `no ${what} "${name}"${meant === undefined ? '' : `, perhaps ${meant}`}`
