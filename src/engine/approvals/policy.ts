import type { Row } from '../../kernel/store'
import { recordType } from '../model/compiled-type'
import { numberOf } from '../model/row'
import { nextOf } from '../model/tables'
import { serialize } from '../read/serialize'
import { putOwnedRow } from '../write/save'
import type { Write } from '../write/write'
import { allHold } from './conditions'
import {
  type ExecutionStep,
  POLICIES,
  type Policy,
  type PolicyStep,
  policiesIn,
  ROLES,
  type Substep,
} from './rows'

/** The policy for a write, with the steps whose conditions hold. */
export interface FittingPolicy {
  readonly policy: Policy
  readonly steps: readonly ExecutionStep[]
}

/** The active policy of lowest `priority` for type and company; undefined if all steps are skipped (§11.3). */
export function fittingPolicy(write: Write, row: Row = write.after): FittingPolicy | undefined {
  const { world, definition } = write
  if (!world.registry.find(POLICIES)) return undefined
  const policies = policiesIn(write)
  if (policies.size === 0) return undefined
  world.assumptions.noteUse('approval-match')
  const [policy] = policies
    .rowsWhere('record_type', recordType(definition))
    .filter((one) => one.is_active && isFor(one, row.company_id))
    .sort((a, b) => a.priority - b.priority || a.id - b.id)
  if (!policy) return undefined
  const record = serialize(write, write.type, row, 'detail')
  const steps = stepsFor(policy, record)
  return steps.length === 0 ? undefined : { policy, steps }
}

/** Customers and vendors belong to all companies. */
const isFor = (policy: Policy, company: unknown): boolean =>
  policy.applies_to_all_companies ||
  company === undefined ||
  company === null ||
  policy.company_ids.some((id) => id === company)

const stepsFor = (policy: Policy, record: Row): ExecutionStep[] =>
  stepsInOrder(policy.steps)
    .filter(({ conditions }) => allHold(conditions, record))
    .map((step) => ({
      name: step.name,
      order: step.order,
      substeps: stepsInOrder(substepsOf(step)).map((substep) => ({
        order: substep.order,
        approver_ids: [...new Set(substep.approver_ids)],
        approve_condition: substep.approve_condition,
        approved_by_ids: [],
        rejected_by_ids: [],
      })),
    }))

/** A step without substeps is its own single substep. */
export function substepsOf({ substeps, approver_ids, approve_condition }: PolicyStep): Substep[] {
  const only = { order: 1, approver_ids: approver_ids ?? [], approve_condition }
  return (substeps && substeps.length > 0 ? substeps : [only]).map((substep) => ({
    ...substep,
    approve_condition: substep.approve_condition ?? 'any',
  }))
}

const stepsInOrder = <T extends { readonly order: number }>(steps: readonly T[]): T[] =>
  [...steps].sort((a, b) => a.order - b.order)

/** Updates the roles that policies name. A role keeps its id as long as a policy names it. */
export function keepRoles(write: Write, leaving?: unknown): void {
  const table = write.table(ROLES)
  const members = new Map<string, Set<number>>()
  for (const { id, roles } of policiesIn(write).rows())
    for (const [name, held] of id === leaving ? [] : Object.entries(roles)) {
      const ids = (Array.isArray(held) ? held : []).filter((one) => Number.isSafeInteger(one))
      members.set(name, new Set([...(members.get(name) ?? []), ...ids]))
    }
  for (const row of [...table.rows()]) {
    const ids = members.get(String(row.name))
    if (!ids) table.remove(numberOf(row, 'id'))
    else keepRole(write, numberOf(row, 'id'), String(row.name), ids)
    members.delete(String(row.name))
  }
  for (const [name, ids] of members)
    keepRole(write, nextOf(write.world.store, write.organization, `${ROLES}.id`), name, ids)
}

function keepRole(write: Write, id: number, name: string, ids: ReadonlySet<number>): void {
  const role: Row = { ...write.world.registry.type(ROLES).blank, id, name, approver_ids: [...ids] }
  if (JSON.stringify(write.table(ROLES).get(id)) !== JSON.stringify(role)) putOwnedRow(write, ROLES, role)
}
