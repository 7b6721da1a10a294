import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { presentClassifications } from '../behaviours/classifies'
import { presentCustomFields } from '../behaviours/custom-fields'
import type { Resource } from '../model/compiled-type'
import { decimalOf, linesOf } from '../model/row'
import { shownInstant } from '../model/wire-instant'
import type { World } from '../model/world'
import type { Derivation, Field, Fields } from '../schema/fields'
import { findRecord } from '../write/write'
import type { Page } from './page'
import { codeOf } from './query'

export type View = 'detail' | 'entry'

interface Context {
  readonly world: World
  readonly organization: string
  readonly resource: Resource
}

type Presenter = (row: Row, context: Context) => unknown
type Plan = readonly (readonly [name: string, present: Presenter])[]

// Plans hold no state, so every simulator of the process shares them.
const plans = new WeakMap<Resource, { readonly [V in View]: Plan }>()

/** The record as the service answers with it. */
export function present(world: World, organization: string, resource: Resource, row: Row, view: View): Row {
  let plan = plans.get(resource)
  if (!plan) {
    const { fields } = resource.definition
    plan = { detail: planOf(fields, 'detail'), entry: planOf(fields, 'entry') }
    plans.set(resource, plan)
  }
  return presentWith(plan[view], row, { world, organization, resource })
}

function presentWith(plan: Plan, row: Row, context: Context): Row {
  const shown: Record<string, unknown> = {}
  for (const [name, presenter] of plan) shown[name] = presenter(row, context)
  return shown
}

const planOf = (fields: Fields, view: View): Plan =>
  Object.entries(fields)
    .filter(([, { shown }]) => shown === 'always' || shown === view || shown === 'filled')
    .map(([name, field]) => [name, shownPresenter(name, field, fields, view)] as const)

/** What is undefined does not come into the answer. */
function shownPresenter(name: string, field: Field, siblings: Fields, view: View): Presenter {
  const presenter = presenterOf(name, field, siblings, view)
  const { shownOnce } = field
  if (shownOnce === undefined) return presenter
  return (row, context) => ((row[shownOnce] ?? null) === null ? undefined : presenter(row, context))
}

function presenterOf(name: string, field: Field, siblings: Fields, view: View): Presenter {
  if (field.derived) return derivedPresenter(field.derived, siblings, field)
  if (field.special === 'classifications') return (row, context) => presentClassifications(context, row[name])
  if (field.special === 'custom-fields') return (row, context) => presentCustomFields(context, row[name])
  if (field.kind === 'instant')
    return (row, { world }) => shownInstant(world, (row[name] ?? null) as string | null)
  const members = field.kind === 'list' ? field.element?.members : undefined
  if (members) {
    const plan = planOf(members, view)
    const nothing = field.nullable ? null : []
    return (row, context) => {
      const lines = row[name] as readonly Row[] | null | undefined
      return lines ? lines.map((line) => presentWith(plan, line, context)) : nothing
    }
  }
  return (row) => row[name]
}

function derivedPresenter(derivation: Derivation, siblings: Fields, field: Field): Presenter {
  switch (derivation.kind) {
    case 'lookup': {
      const { otherwise } = derivation
      return (row, { world, organization }) =>
        lookUp(world, organization, siblings, derivation, row) ?? otherwise
    }
    case 'common-classifications':
      return (row, context) =>
        presentClassifications(
          context,
          common(derivation.lines.flatMap((lines) => (row[lines] ?? []) as readonly Row[])),
        )
    case 'owned': {
      const { resource, by, members } = derivation
      const planFor = oncePer((owner: Resource): Plan => {
        const fields = members ? owner.definition.fields : (field.element?.members ?? {})
        return (members ?? Object.keys(fields)).map(
          (name) => [name, presenterOf(name, fields[name] as Field, fields, 'detail')] as const,
        )
      })
      return (row, { world, organization, resource: holder }) => {
        const table = world.store.table(organization, resource)
        const owner = world.machine.resource(resource)
        const plan = planFor(owner)
        const context = { world, organization, resource: owner }
        return table
          .keysWhere(by, row[holder.definition.identifier] as number)
          .map((key) => presentWith(plan, table.get(key) as Row, context))
      }
    }
    case 'deposits':
      return (row, { world, organization }) => {
        const deposit = findRecord(world, organization, 'customerDeposits', 'number', row.deposit_number)
        return deposit ? [pick(deposit, ['number', 'date', 'amount', 'memo', 'record_status'])] : []
      }
    case 'count': {
      const { resource, by, where } = derivation
      return (row, { world, organization }) => {
        const table = world.store.table(organization, resource)
        return table
          .keysWhere(by, row.id as number)
          .filter((key) => table.get(key)?.[where.column] === where.value).length
      }
    }
    case 'constant':
      return () => derivation.value
    case 'total':
      return (row) =>
        amountText(sum(linesOf(row, derivation.lines).map((line) => decimalOf(line, derivation.member))))
    case 'first':
      return (row) => ((row[derivation.column] ?? []) as readonly unknown[])[0] ?? null
    case 'copy':
      return (row) => row[derivation.column]
    case 'code':
      return (row, { world }) => codeOf(world, row[derivation.column] as number)
  }
}

/** Works a thing out once for each resource. */
function oncePer<T>(make: (resource: Resource) => T): (resource: Resource) => T {
  const known = new WeakMap<Resource, T>()
  return (resource) => {
    const made = known.get(resource) ?? make(resource)
    known.set(resource, made)
    return made
  }
}

const pick = (row: Row, members: readonly string[]): Row =>
  Object.fromEntries(members.map((member) => [member, row[member]]))

/** The entries that every line carries. */
function common(lines: readonly Row[]): readonly Row[] {
  const [first, ...others] = lines.map((line) => (line.classifications ?? []) as readonly Row[])
  return (first ?? []).filter((entry) =>
    others.every((entries) =>
      entries.some((other) => other.id === entry.id && other.line_id === entry.line_id),
    ),
  )
}

/** A member of the record that a reference of the row names; of another reference, where that names nothing. */
export function lookUp(
  world: World,
  organization: string,
  fields: Fields,
  { through, or, member }: Extract<Derivation, { kind: 'lookup' }>,
  row: Row,
): unknown {
  const name = or !== undefined && (row[through] ?? null) === null ? or : through
  const target = fields[name]?.target
  return target && findRecord(world, organization, target.resource, target.by, row[name])?.[member]
}

/** A page as lists answer with it, and a line on it for the traffic (docs/service.md §8.1). */
export function listed(world: World, organization: string, resource: Resource, { rows, count }: Page) {
  const items = rows.map((row) => present(world, organization, resource, row, 'entry'))
  return {
    body: world.assumptions.read('list-body') === 'bare-array' ? items : { items, count },
    summary: `listed ${items.length} of ${count} ${resource.definition.path}`,
  }
}
