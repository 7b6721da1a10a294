import { hasMembers } from '../../kernel/is-object'
import { memoize } from '../../kernel/memoize'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { type Message, messages, onLine, Problems } from '../model/refusals'
import type { Field, Fields } from '../schema/fields'

/**
 * Replaces aliases in a body: responses show the ids of accounts, and requests may send them in place of
 * numbers (§4.5). A body that is no object is returned as it is.
 *
 * @throws Refusal for an id that does not exist or does not match the number beside it
 */
export function resolveAliases(scope: Scope, fields: Fields, body: unknown): unknown {
  if (!hasAliases(fields)) return body
  const problems = new Problems()
  const named = namedIn(scope, fields, body, (member, text) => problems.add(member, text))
  problems.throwIfAny()
  return named
}

type Complain = (member: string, text: Message) => void

function namedIn(scope: Scope, fields: Fields, body: unknown, complain: Complain): unknown {
  if (!hasMembers(body)) return body
  const named: Record<string, unknown> = { ...body }
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(named, name)) continue
    const { aliasOf, element } = field
    const lines = named[name]
    if (aliasOf !== undefined) replace(scope, fields, { name, aliasOf, field }, named, complain)
    else if (element?.members && Array.isArray(lines) && hasAliases(element.members))
      named[name] = lines.map((line: unknown, index) =>
        namedIn(scope, element.members ?? {}, line, (_, text) => complain(name, onLine(index, text))),
      )
  }
  return named
}

function replace(
  scope: Scope,
  fields: Fields,
  { name, aliasOf, field }: { name: string; aliasOf: string; field: Field },
  body: Record<string, unknown>,
  complain: Complain,
): void {
  const id = body[name]
  delete body[name]
  if (id === null || id === undefined) return
  const { resource = '', by = '' } = fields[aliasOf]?.target ?? {}
  const column = field.derived?.kind === 'lookup' ? field.derived.member : 'id'
  const record = findRecord(scope, resource, column, id)
  const model = scope.world.registry.type(resource).definition.model
  const number = body[aliasOf] ?? null
  if (!Number.isSafeInteger(id)) complain(name, messages.type('integer'))
  else if (!record) complain(name, messages.unknown(model, id))
  else if (number !== null && number !== record[by]) complain(name, messages.mismatch(model, id, aliasOf))
  else body[aliasOf] = record[by]
}

/** True if any member, here or in lines, is an alias of another. */
const hasAliases = memoize((fields: Fields): boolean =>
  Object.values(fields).some(
    ({ aliasOf, element }) =>
      aliasOf !== undefined || (element?.members !== undefined && hasAliases(element.members)),
  ),
)
