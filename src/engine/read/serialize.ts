import { memoize } from '../../kernel/memoize'
import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Scope, World } from '../model/context'
import { findRecord } from '../model/find-record'
import { decimalOf, linesOf, listOf, numberOf, textOrNull } from '../model/row'
import { CUSTOM_FIELDS, type CustomFieldRow, type CustomFieldValue } from '../model/tables'
import { wireInstant } from '../model/wire-instant'
import type { Derivation, Field, Fields } from '../schema/fields'
import { isShown, type RecordView } from './describe'
import { recordCode } from './query'
import { HEADER_CLASSIFICATIONS, serializeClassifications } from './serialize-classifications'
import { type ResponseShape, shapeOf } from './shape'

export interface TypeContext extends Scope {
  readonly type: CompiledType
}

/** Reads one member of a row as a response shows it. */
export type Serializer = (row: Row, context: TypeContext) => unknown

/** One member of a response. Without a serializer the value is the column of the same name. */
interface Part {
  readonly name: string
  readonly serializer: Serializer | undefined
  /** The plan of each line, if the member is a list of lines. */
  readonly entries?: Plan | undefined
}

interface Plan {
  readonly parts: readonly Part[]
  /** All members of a long object, because V8 makes long objects slow if they are built member by member. */
  readonly blank: Row
}

/** An object with up to this many members is built faster member by member than by filling a copy. */
const SHORT = 16

const planWith = (parts: readonly Part[]): Plan => ({
  parts,
  blank: parts.length > SHORT ? Object.fromEntries(parts.map(({ name }) => [name, null])) : {},
})

/** The conditions under which a plan is valid. */
interface DisplayRules {
  readonly view: RecordView
  readonly shape: ResponseShape
}

/** The record in the form of a response. */
export function serialize(
  { world, organization }: Scope,
  type: CompiledType,
  row: Row,
  view: RecordView,
): Row {
  const shown = serializeWith(plansOf(world, type)[view], row, { world, organization, type })
  const extra = world.answers?.members.get(type.definition.name)
  return extra === undefined ? shown : { ...shown, ...extra }
}

/** The display of a member of a single record. */
export interface ShownMember {
  readonly show: Serializer
  /** The members of each line, where the member is a list of lines. */
  readonly entries?: ReadonlyMap<string, ShownMember>
}

/** The members of a single record, by name. */
export const shownMembers = (world: World, type: CompiledType): ReadonlyMap<string, ShownMember> =>
  membersOf(plansOf(world, type).detail)

const membersOf = memoize(
  ({ parts }: Plan): ReadonlyMap<string, ShownMember> =>
    new Map(
      parts.map(({ name, serializer, entries }) => {
        const show = serializer ?? ((row: Row) => row[name])
        return [name, entries ? { show, entries: membersOf(entries) } : { show }]
      }),
    ),
)

const plansOf = ({ assumptions }: World, type: CompiledType) => plansFor(shapeOf(assumptions))(type)

const plansFor = memoize((shape: ResponseShape) =>
  memoize(({ definition: { fields } }: CompiledType): { readonly [V in RecordView]: Plan } => ({
    detail: planOf(fields, { view: 'detail', shape }),
    entry: planOf(fields, { view: 'entry', shape }),
  })),
)

function serializeWith(plan: Plan, row: Row, context: TypeContext): Row {
  const shown: Record<string, unknown> = { ...plan.blank }
  for (const { name, serializer } of plan.parts)
    shown[name] = serializer === undefined ? row[name] : serializer(row, context)
  return shown
}

const planOf = (fields: Fields, rules: DisplayRules): Plan =>
  planWith(
    Object.entries(fields)
      .filter(([, field]) => isShown(field, rules.view) || isOpened(field, rules))
      .filter(([name]) => !(name === REMOTE_RECORDS && rules.shape.remoteRecords === 'left-out'))
      .map(([name, field]) => {
        const entries = entriesOf(field, rules)
        const serializer = shownSerializer(name, field, fields, rules, entries)
        return { name, serializer, entries: field.shownOnce === undefined ? entries : undefined }
      }),
  )

const REMOTE_RECORDS = 'integration_remote_records'

/** Members that the service hides unless it shows the amounts of lines (§4.2). */
const isOpened = ({ shown }: Field, { shape }: DisplayRules): boolean =>
  shown === 'with-line-amounts' && shape.invoiceLineAmounts === 'shown'

/** A member whose value is undefined is left out of the response. */
function shownSerializer(
  name: string,
  field: Field,
  siblings: Fields,
  rules: DisplayRules,
  entries: Plan | undefined,
): Serializer | undefined {
  const serializer = serializerOf(name, field, siblings, rules, entries)
  const { shownOnce } = field
  if (shownOnce === undefined) return serializer
  return (row, context) =>
    (row[shownOnce] ?? null) === null ? undefined : serializer ? serializer(row, context) : row[name]
}

/** The plan for the entries of a list that the row holds. */
function entriesOf({ derived, special, kind, element }: Field, rules: DisplayRules): Plan | undefined {
  const isCompleted =
    derived !== undefined || special === 'classifications' || special === 'custom-fields' || kind !== 'list'
  const members = isCompleted ? undefined : element?.members
  return members && planOf(members, rules)
}

function serializerOf(
  name: string,
  field: Field,
  siblings: Fields,
  rules: DisplayRules,
  entries = entriesOf(field, rules),
): Serializer | undefined {
  const { shape } = rules
  const { places } = field
  if (field.derived) return derivedSerializer(field.derived, siblings, field, shape)
  if (field.special === 'classifications')
    return (row, context) => serializeClassifications(context, linesOf(row, name))
  if (field.special === 'custom-fields')
    return (row, context) => serializeCustomFields(context, linesOf(row, name))
  if (field.kind === 'instant') return (row, { world }) => wireInstant(world, textOrNull(row, name))
  if (entries) {
    const nothing = field.nullable ? null : []
    return (row, context) => {
      const lines = row[name] as readonly Row[] | null | undefined
      return lines ? lines.map((line) => serializeWith(entries, line, context)) : nothing
    }
  }
  if (field.kind === 'decimal' && places !== undefined && places > 2 && shape.rates === 'all-decimals')
    return (row) => withPlaces(row[name], places)
  if (name === 'approval_status' && shape.approvals === 'approved-without-policy')
    return (row) => row[name] ?? 'approved'
  return undefined
}

/** All decimal places of a rate that rows store without trailing zeros. */
function withPlaces(value: unknown, places: number): unknown {
  if (typeof value !== 'string') return value
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}

function derivedSerializer(
  derivation: Derivation,
  siblings: Fields,
  field: Field,
  shape: ResponseShape,
): Serializer {
  switch (derivation.kind) {
    case 'lookup': {
      const { otherwise, through, or, member } = derivation
      const target = or === undefined ? siblings[through]?.target : undefined
      return target
        ? (row, context) =>
            findRecord(context, target.resource, target.by, row[through])?.[member] ?? otherwise
        : (row, context) => resolveLookup(context, siblings, derivation, row) ?? otherwise
    }
    case 'common-classifications': {
      const choose = HEADER_CLASSIFICATIONS[shape.headerClassifications]
      return (row, context) => serializeClassifications(context, choose(row, derivation.lines))
    }
    case 'owned': {
      const { resource, by, members } = derivation
      const planFor = memoize((owner: CompiledType): Plan => {
        const fields = members ? owner.definition.fields : (field.element?.members ?? {})
        return planWith(
          (members ?? Object.keys(fields)).map((name) => ({
            name,
            serializer: serializerOf(name, fields[name] as Field, fields, { view: 'detail', shape }),
          })),
        )
      })
      return (row, { world, organization, type: holder }) => {
        const table = world.store.table(organization, resource)
        const owner = world.registry.type(resource)
        const plan = planFor(owner)
        const context = { world, organization, type: owner }
        return table
          .rowsWhere(by, numberOf(row, holder.definition.identifier))
          .map((owned) => serializeWith(plan, owned, context))
      }
    }
    case 'named-by': {
      const { column, resource, by, members } = derivation
      return (row, context) => {
        const named = findRecord(context, resource, by, row[column])
        return named ? [pick(named, members)] : []
      }
    }
    case 'count': {
      const { resource, by, where } = derivation
      return (row, { world, organization }) => {
        const table = world.store.table(organization, resource)
        return table
          .keysWhere(by, numberOf(row, 'id'))
          .filter((key) => table.get(key)?.[where.column] === where.value).length
      }
    }
    case 'constant':
      return () => derivation.value
    case 'total':
      return (row) =>
        amountText(sum(linesOf(row, derivation.lines).map((line) => decimalOf(line, derivation.member))))
    case 'first':
      return (row) => listOf(row, derivation.column)[0] ?? null
    case 'copy':
      return (row) => row[derivation.column]
    case 'code':
      return (row, { world }) => recordCode(world, numberOf(row, derivation.column))
  }
}

const pick = (row: Row, members: readonly string[]): Row =>
  Object.fromEntries(members.map((member) => [member, row[member]]))

/** A member of the referenced record, or of the alternative reference if the first reference is empty. */
export function resolveLookup(
  scope: Scope,
  fields: Fields,
  { through, or, member }: Extract<Derivation, { kind: 'lookup' }>,
  row: Row,
): unknown {
  const name = or !== undefined && (row[through] ?? null) === null ? or : through
  const target = fields[name]?.target
  return target && findRecord(scope, target.resource, target.by, row[name])?.[member]
}

/** Adds the current names of the custom fields to their values (§2.6). */
function serializeCustomFields(
  { world, organization }: Scope,
  given: readonly CustomFieldValue[],
): readonly Row[] {
  if (given.length === 0) return []
  const fields = world.store.table(organization, CUSTOM_FIELDS)
  return given.flatMap((value) => {
    const field = fields.get(value.custom_field_id)
    return field ? [{ field, value: serializeValue(field, value) }] : []
  })
}

const serializeValue = (field: CustomFieldRow, value: CustomFieldValue): Row => ({
  id: value.id,
  custom_field_id: field.id,
  custom_field_name: field.name,
  custom_field_type: field.field_type,
  custom_field_value_id: value.custom_field_value_id,
  value: value.value,
  created_at: onWire(value.created_at),
  updated_at: onWire(value.updated_at),
})

const onWire = (instant: string): string => instant.replace('.000Z', 'Z')
