import type { Field, Fields } from '../../engine/schema/fields'
import type { WireRequest } from '../../events/traffic/wire-message'
import { utf8Bytes } from '../../host-time/platform'
import { parseJson } from '../../kernel/decoded-text'
import { isPlainObject } from '../../kernel/is-object'
import { textBody } from '../http/read-bytes'
import type { Route, RouteOperation } from '../http/routes/route'
import { bodyFields } from '../http/unknown-names'
import type { ChangeableMember, MutantTarget, MutationContext } from './mutant-kind'

type SentBody = Record<string, unknown>

/** A member of a body, with its position. */
interface PlacedMember {
  /** The path without line numbers: `items.rate`. */
  readonly path: string
  readonly name: string
  readonly field: Field
  readonly holder: SentBody
}

/** The members of a body that the operation knows, including those of lines. */
function* membersOf(fields: Fields, body: SentBody, above = ''): Generator<PlacedMember> {
  for (const name of Object.keys(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined || field.presence === 'none') continue
    const path = above + name
    yield { path, name, field, holder: body }
    const within = field.element?.members ?? field.members
    if (!within) continue
    for (const one of [body[name]].flat()) if (isPlainObject(one)) yield* membersOf(within, one, `${path}.`)
  }
}

const fieldsFor = (operation: RouteOperation | undefined): Fields =>
  (operation && bodyFields(operation)) ?? {}

export const memberPaths = (operation: RouteOperation | undefined): string[] => [
  ...pathsOf(fieldsFor(operation)),
]

function* pathsOf(fields: Fields, above = ''): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    yield above + name
    yield* pathsOf(field.element?.members ?? field.members ?? {}, `${above}${name}.`)
  }
}

function bodyOf({ body }: WireRequest): SentBody | undefined {
  const value = body.kind === 'bytes' ? parseJson(body.text ?? '') : undefined
  return isPlainObject(value) ? value : undefined
}

const withBody = (asked: WireRequest, body: SentBody): WireRequest => ({
  ...asked,
  body: textBody(utf8Bytes(JSON.stringify(body))),
})

/** The members that pass the test. Each path occurs once. */
export function membersSent(
  asked: WireRequest,
  { operation }: Route,
  test: ChangeableMember,
): MutantTarget[] {
  const found = [...membersOf(fieldsFor(operation), bodyOf(asked) ?? {})].filter(({ field, holder, name }) =>
    test(field, holder[name], name),
  )
  return [...new Set(found.map(({ path }) => path))].map((member) => ({ member }))
}

/** True if the service keeps the values of members that the request omits. */
export const keepsLeftOut = ({ method }: WireRequest, { operation }: Route): boolean =>
  method === 'PUT' && operation?.verb === 'update' && operation.definition.partialUpdate === true

/**
 * The request without the member, in every line. Undefined if this changes nothing, because the value is the
 * service's default, or because the service keeps the value.
 */
export function leftOut(
  asked: WireRequest,
  { route, member, current }: MutationContext,
  test: ChangeableMember,
): WireRequest[] | undefined {
  const body = bodyOf(asked)
  const places = [...membersOf(fieldsFor(route.operation), body ?? {})].filter(({ path }) => path === member)
  if (!body || places.length === 0) return []
  if (!places.some(({ field, holder, name }) => test(field, holder[name], name))) return undefined
  const [first = ''] = member.split('.')
  if (keepsLeftOut(asked, route) && isUnchanged(body[first], current()?.[first])) return undefined
  for (const { holder, name } of places) delete holder[name]
  return [withBody(asked, body)]
}

/** Requests with other values of the member, at the first position that has other values. */
export function changedMember(
  asked: WireRequest,
  { route, member }: MutationContext,
  test: ChangeableMember,
  others: (value: unknown, field: Field) => readonly unknown[],
): WireRequest[] {
  const body = bodyOf(asked)
  const place = [...membersOf(fieldsFor(route.operation), body ?? {})].find(
    ({ path, field, holder, name }) => path === member && test(field, holder[name], name),
  )
  if (!body || !place) return []
  const { holder, name, field } = place
  return others(holder[name], field).map((value) => {
    holder[name] = value
    return withBody(asked, body)
  })
}

/** A PUT without the optional members whose values the record has already. Undefined if all are changed. */
export function onlyWhatChanges(
  asked: WireRequest,
  { route, current }: MutationContext,
): WireRequest[] | undefined {
  const body = bodyOf(asked)
  const now = current()
  if (!body || !now) return []
  const fields = fieldsFor(route.operation)
  const without = (isKept: (field: Field | undefined) => boolean): WireRequest[] => {
    const sent = Object.entries(body)
    const left = sent.filter(([name, value]) => isKept(fields[name]) || !isUnchanged(value, now[name]))
    return left.length === sent.length ? [] : [withBody(asked, Object.fromEntries(left))]
  }
  const bodies = [...without(isRequired), ...without((field) => isRequired(field) || isReference(field))]
  return bodies.length === 0 ? undefined : bodies
}

const isRequired = (field: Field | undefined): boolean => field?.presence === 'required'
/** References stay, because the service refuses many records without their parties or lines. */
const isReference = (field: Field | undefined): boolean =>
  field?.target !== undefined || field?.kind === 'list'

/** Compares loosely: amounts may be sent as numbers, and sent lines lack members of the service. */
function isUnchanged(sent: unknown, now: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(now) && sent.length === now.length && sent.every((one, at) => isUnchanged(one, now[at]))
    )
  if (isPlainObject(sent))
    return isPlainObject(now) && Object.entries(sent).every(([name, one]) => isUnchanged(one, now[name]))
  if (typeof sent !== typeof now && (typeof sent === 'number' || typeof now === 'number'))
    return Number(sent) === Number(now)
  return sent === now
}
