import type { Registry } from '../../engine/model/compiled-type'
import type { World } from '../../engine/model/context'
import { cappedLimit, LIST_PARAMETERS, type Query } from '../../engine/read/query'
import type { Field, Fields } from '../../engine/schema/fields'
import { nearestName, shownName } from '../../kernel/nearest-name'
import type { Route, RouteCall, RouteOperation } from './routes/route'

const TOLD_AT_MOST = 3

/** Collects unknown names. Describes only the first ones, because a request may hold a hundred thousand. */
class UnknownNames {
  readonly found: UnknownName[] = []
  #count = 0

  add(what: string, path: readonly (string | number)[], name: string, known: () => string[]): void {
    this.#count += 1
    if (this.#count > TOLD_AT_MOST) return
    this.found.push({ what, place: shownName([...path, name].join('.')), meant: nearestName(name, known()) })
  }

  get texts(): string[] {
    const texts = this.found.map(
      ({ what, place, meant }) => `no ${what} "${place}"${meant === undefined ? '' : `, perhaps ${meant}`}`,
    )
    const more = this.#count - TOLD_AT_MOST
    return more > 0 ? [...texts, `${more} more`] : texts
  }
}

/** A name that an operation does not know. */
interface UnknownName {
  readonly what: string
  /** The path of a member, such as `items.0.rate`. */
  readonly place: string
  /** The nearest name that the operation knows. */
  readonly meant: string | undefined
}

/** Members and parameters that the operation does not know and ignores (§1.4, §8.2), with suggestions. */
export function unknownNames(
  { registry }: Pick<World, 'registry'>,
  { operation }: Route,
  { body, query }: Pick<RouteCall, 'body' | 'query'>,
): string[] {
  if (operation === undefined) return cappedLimit(query)
  const found = new UnknownNames()
  const fields = bodyFields(operation)
  if (body !== undefined && fields !== undefined) collectInBody(fields, body, [], found)
  if (query.size > 0) collectInQuery(parametersOf(registry, operation), query, found)
  return operation.verb === 'list' || operation.verb === 'view'
    ? [...found.texts, ...cappedLimit(query)]
    : found.texts
}

/** The unknown members of a body that resemble a known member. */
export function misspeltMembers(
  { operation }: Pick<Route, 'operation'>,
  body: object,
): readonly UnknownName[] {
  const found = new UnknownNames()
  const fields = operation && bodyFields(operation)
  if (fields !== undefined) collectInBody(fields, body, [], found)
  return found.found.filter(({ meant }) => meant !== undefined)
}

export function bodyFields(operation: RouteOperation): Fields | undefined {
  if (operation.verb === 'view') return undefined
  if (operation.verb === 'act') return operation.action.body
  return operation.verb === 'create' || operation.verb === 'update' ? operation.definition.fields : undefined
}

/** Writes take no parameters. */
function parametersOf(registry: Registry, operation: RouteOperation): string[] {
  const { filters } =
    operation.verb === 'view' ? registry.viewed(operation.view).definition : operation.definition
  const isRead = operation.verb === 'list' || operation.verb === 'get' || operation.verb === 'view'
  return isRead ? [...LIST_PARAMETERS, ...Object.keys(filters)] : []
}

function collectInQuery(known: string[], query: Query, found: UnknownNames): void {
  for (const name of query.keys()) if (!known.includes(name)) found.add('parameter', [], name, () => known)
}

function collectInBody(fields: Fields, body: object, path: (string | number)[], found: UnknownNames): void {
  for (const name of Object.keys(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) {
      found.add('member', path, name, () =>
        Object.keys(fields).filter((member) => fields[member]?.presence !== 'none'),
      )
    } else if (field.members || field.element) {
      path.push(name)
      collectWithin(field, (body as Readonly<Record<string, unknown>>)[name], path, found)
      path.pop()
    }
  }
}

function collectWithin(field: Field, value: unknown, path: (string | number)[], found: UnknownNames): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    if (field.members) collectInBody(field.members, value, path, found)
    return
  }
  const { element } = field
  if (!element?.members) return
  for (const [index, one] of value.entries()) {
    path.push(index)
    collectWithin(element, one, path, found)
    path.pop()
  }
}
