import { definitionNamed } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { idsOf, linesOf, numberOf } from '../model/row'
import { nextOf } from '../model/tables'
import type { Fields } from '../schema/fields'
import { defineBehaviour } from '../write/behaviour'
import { putOwnedRow } from '../write/save'
import type { Write } from '../write/write'
import { isComparable } from './conditions'
import { keepRoles, substepsOf } from './policy'
import { POLICY_VERSIONS, type PolicyStep, type Substep } from './rows'

/** Validates policies and stores their versions. An execution continues under its first version (§11.3). */
export const approvalPolicy = defineBehaviour('approval policy', 'approvalPolicy', {
  references(write) {
    const { after, sent, before } = write
    const steps = numbered(linesOf<PolicyStep>(after, 'steps'))
    after.steps = steps.map((step) => ({ ...step, substeps: step.substeps && numbered(step.substeps) }))
    const isForSome = idsOf(after, 'company_ids').length > 0
    if (!sent.has('applies_to_all_companies') && (sent.has('company_ids') || !before))
      after.applies_to_all_companies = !isForSome
  },

  state(write) {
    const { after, problems } = write
    const { roles } = after
    const steps = linesOf<PolicyStep>(after, 'steps')
    if (typeof roles !== 'object' || roles === null || Array.isArray(roles))
      problems.add('roles', messages.type('object'))
    if (after.applies_to_all_companies === null)
      problems.add('applies_to_all_companies', messages.type('boolean'))
    for (const [index, step] of steps.entries())
      for (const text of problemsOf(write, step)) problems.add('steps', onLine(index, text))
  },

  limits({ before, after }) {
    if (before && JSON.stringify(before) !== JSON.stringify(after))
      after.version = numberOf(before, 'version') + 1
  },

  written(write) {
    const versions = write.world.registry.type(POLICY_VERSIONS)
    const { created_at, updated_at, ...policy } = write.after
    putOwnedRow(write, POLICY_VERSIONS, {
      ...versions.blank,
      ...policy,
      number: nextOf(write.world.store, write.organization, `${POLICY_VERSIONS}.number`),
      created_at,
      updated_at,
    })
    keepRoles(write)
  },

  removed(write) {
    const versions = write.table(POLICY_VERSIONS)
    for (const key of [...versions.keysWhere('id', numberOf(write.after, 'id'))]) versions.remove(key)
    keepRoles(write, write.after.id)
  },
})

/** Entries without an order get their position in the request. */
const numbered = <T extends { readonly order: number | null }>(entries: readonly T[]): T[] =>
  entries.map((entry, index) => ({ ...entry, order: entry.order ?? index + 1 }))

function problemsOf(write: Write, step: PolicyStep): Message[] {
  const type = definitionNamed(write.world.registry, write.after.record_type)
  const nobody = substepsOf(step).some(({ approver_ids }: Substep) => approver_ids.length === 0)
  return [
    ...(nobody ? [messages.noApprovers] : []),
    ...step.conditions.flatMap((condition) => {
      const isUnknown = type && !isMember(type.fields, condition.field.split('.'))
      return [
        ...(isUnknown ? [messages.conditionField(condition.field)] : []),
        ...(isComparable(condition) ? [] : [messages.conditionValue(condition.operator ?? 'eq')]),
      ]
    }),
  ]
}

/** True if the fields or their lines have a member at the path. */
function isMember(fields: Fields | undefined, [member = '', ...inner]: readonly string[]): boolean {
  const field = fields && Object.hasOwn(fields, member) ? fields[member] : undefined
  return inner.length === 0 ? field !== undefined : isMember(field?.element?.members ?? field?.members, inner)
}
