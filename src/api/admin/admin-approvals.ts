import { type Decision, decide } from '../../engine/approvals/decide'
import { PEOPLE, type Person, personOf } from '../../engine/approvals/people'
import { withRecordId } from '../../engine/approvals/rows'
import { type CompiledType, recordType } from '../../engine/model/compiled-type'
import type { Scope } from '../../engine/model/context'
import { findRecord } from '../../engine/model/find-record'
import { numberOf } from '../../engine/model/row'
import { taking } from '../../errors/at-caller'
import { OptionError, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import { isObject } from '../../kernel/is-object'
import type { Row } from '../../kernel/store'
import { shownRecord } from '../record-changes'
import type { AdminScope } from './admin-scope'

/** A person of the organisation. Omitted members are derived from the given ones. */
export interface PersonDescription {
  /** The id of the person. */
  readonly id: number
  /** The first name. */
  readonly first_name: string
  /** The last name. */
  readonly last_name: string
  /** The e-mail address. */
  readonly email?: string
  /** The URL of a picture. */
  readonly avatar_url?: string | null
}

/** Decides pending approvals as the approvers would (docs/service.md §11.3). */
export interface Approvals {
  /**
   * Approves a pending record and returns it with its new state. `record` is a record as responses show it,
   * an entry of the inbox, or `{ record_type, number }` (`id` for customers, vendors and contracts). `by` is
   * a person's id; the default is the first outstanding approver.
   *
   * @throws Refusal if the last approval would post the record and it cannot be posted; it stays pending
   * @throws OptionError naming `record` if it is not pending, `by` if that person is not an approver of it
   */
  approve(record: object, options?: { by?: number | { readonly id: number } }): Record<string, unknown>
  /** Rejects a pending record; one rejection is enough. The record becomes a draft again and shows the reason. */
  reject(
    record: object,
    options: { by?: number | { readonly id: number }; reason: string },
  ): Record<string, unknown>
  /** Sets the name of a person. A person without a description is named after the id. */
  describe(person: PersonDescription): Person
}

export function approvalsOf(scope: AdminScope): Approvals {
  const run = (record: unknown, decision: Decision): Record<string, unknown> => {
    const { world } = scope
    const organization = scope.ensureOrganization()
    return world.store.history.atomically(() => {
      const { type, row } = find({ world, organization }, record)
      const { name, identifier } = type.definition
      scope.log.concerns({ type: name, id: numberOf(row, identifier) })
      const after = decide({ world, type, organization }, row, decision)
      return shownRecord({ world, organization }, type, after)
    })
  }
  return {
    approve: taking(2, (record, options = {}) =>
      run(record, { type: 'approve', ...readApproval(options, '') }),
    ),
    reject: (record, options) => run(record, { type: 'reject', ...readRejection(options, '') }),
    describe: (person) => describe(scope, person),
  }
}

const decider: read.Reader<number> = (given, option) =>
  read.identifier(isObject(given) ? given.id : given, option)
const readApproval = read.members({ by: read.orUndefined(decider) }, "a person's id in { by }", 'by')
const readRejection = read.members(
  { by: read.orUndefined(decider), reason: read.filledText },
  'a text that is not empty in { reason }',
  'reason',
)

/** The record that the argument names. */
function find(scope: Scope, named: unknown) {
  const { world } = scope
  if (typeof named !== 'object' || named === null)
    throw wrongOption('record', 'a record, or { record_type, number }', named)
  const record = named as Row
  const wanted = record.record_type ?? record.transaction_type
  for (const { name, approvable } of world.registry.definitions) {
    const type = world.registry.type(name)
    const isType = wanted === undefined ? looksLike(type, record) : recordType(type.definition) === wanted
    const row = approvable && isType ? meant(scope, type, record) : undefined
    if (row) return { type, row }
  }
  throw new OptionError('record', 'record must name a record whose type needs approvals')
}

/** Finds a record by its internal id, else by its inbox id, else by its number or id. */
function meant(scope: Scope, type: CompiledType, named: Row): Row | undefined {
  const { name } = type.definition
  if (typeof named.record_id === 'number') return withRecordId(scope, type, named.record_id)
  const column = ['internal_id', 'id', 'number'].find((one) => typeof named[one] === 'number')
  return column === undefined ? undefined : findRecord(scope, name, column, named[column])
}

/**
 * An internal id is proof of the type. Without it, the argument must have all members that every response of
 * this type has.
 */
const looksLike = ({ definition }: CompiledType, record: Row): boolean =>
  (typeof record.internal_id === 'number' && definition.fields.internal_id !== undefined) ||
  Object.entries(definition.fields).every(
    ([name, { shown }]) => shown !== 'always' || Object.hasOwn(record, name),
  )

const readPerson = read.members({
  id: read.identifier,
  first_name: read.text,
  last_name: read.text,
  email: read.orUndefined(read.text),
  avatar_url: read.orNull(read.text),
})

function describe({ world, ensureOrganization }: AdminScope, person: PersonDescription): Person {
  const { id, first_name, last_name, email, avatar_url } = readPerson(person, '')
  const given = email === undefined ? {} : { email }
  const owner = ensureOrganization()
  const row: Person = {
    ...personOf({ world, organization: owner }, id),
    first_name,
    last_name,
    ...given,
    full_name: `${first_name} ${last_name}`.trim(),
    avatar_url,
  }
  world.store.table(owner, PEOPLE).put(row)
  return row
}
