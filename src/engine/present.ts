import { parseInstant, wireInstant } from '../kernel/instant'
import type { Row } from '../kernel/store'
import { presentClassifications } from './capabilities/classifies'
import { presentCustomFields } from './capabilities/custom-fields'
import type { Resource } from './compile'
import type { Derivation, Field, Fields } from './fields'
import { findRecord } from './work'
import type { World } from './world'

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
    .filter(([, field]) => field.shown === 'always' || field.shown === view)
    .map(([name, field]) => [name, presenterOf(name, field, fields, view)] as const)

function presenterOf(name: string, field: Field, siblings: Fields, view: View): Presenter {
  if (field.derived) return derivedPresenter(field.derived, siblings)
  if (field.special === 'classifications') return (row, context) => presentClassifications(context, row[name])
  if (field.special === 'custom-fields') return (row, context) => presentCustomFields(context, row[name])
  if (field.kind === 'instant') return (row) => onWire(row[name])
  const members = field.kind === 'list' ? field.element?.members : undefined
  if (members) {
    const plan = planOf(members, view)
    return (row, context) =>
      ((row[name] ?? []) as readonly Row[]).map((line) => presentWith(plan, line, context))
  }
  return (row) => row[name]
}

const onWire = (value: unknown): unknown => {
  const ms = typeof value === 'string' ? parseInstant(value) : undefined
  return ms === undefined ? (value ?? null) : wireInstant(ms)
}

function derivedPresenter(derivation: Derivation, siblings: Fields): Presenter {
  switch (derivation.kind) {
    case 'lookup': {
      const { through, member, otherwise } = derivation
      const target = siblings[through]?.target
      return (row, { world, organization }) =>
        (target && findRecord(world, organization, target.resource, target.by, row[through])?.[member]) ??
        otherwise
    }
    case 'common-classifications':
      return (row, context) =>
        presentClassifications(
          context,
          common(derivation.lines.flatMap((lines) => (row[lines] ?? []) as readonly Row[])),
        )
    case 'owned': {
      const { resource, by, members } = derivation
      return (row, { world, organization, resource: holder }) => {
        const table = world.store.table(organization, resource)
        const owner = world.machine.resource(resource)
        const { fields } = owner.definition
        const plan = members.map(
          (name) => [name, presenterOf(name, fields[name] as Field, fields, 'detail')] as const,
        )
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
    case 'constant':
      return () => derivation.value
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
