import { texts } from '../model/messages'
import { definitionNamed } from '../model/record-type'
import { nextOf } from '../model/sequences'
import type { Fields } from '../schema/fields'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import { isComparable } from './conditions'
import { keepRoles, substepsOf } from './policy'
import { POLICY_VERSIONS, type Policy, type PolicyStep, type Substep } from './rows'

/**
 * Policies are checked as a whole, count their versions and keep the earlier ones (docs/service.md §11.3). What runs
 * already goes on under the version with which it began.
 */
export const approvalPolicy: Capability = {
  name: 'approval policy',
  appliesTo: (definition) => definition.approvalPolicy === true,

  references(work) {
    const { draft, sent, before } = work
    const steps = numbered(draft.steps as readonly PolicyStep[])
    draft.steps = steps.map((step) => ({ ...step, substeps: step.substeps && numbered(step.substeps) }))
    const isForSome = (draft.company_ids as readonly number[]).length > 0
    if (!sent.has('applies_to_all_companies') && (sent.has('company_ids') || !before))
      draft.applies_to_all_companies = !isForSome
  },

  state(work) {
    const { draft, problems } = work
    const { roles, steps } = draft as unknown as Policy
    if (typeof roles !== 'object' || roles === null || Array.isArray(roles))
      problems.add('roles', texts.type('object'))
    if (draft.applies_to_all_companies === null)
      problems.add('applies_to_all_companies', texts.type('boolean'))
    for (const [index, step] of steps.entries())
      for (const text of problemsOf(work, step)) problems.add('steps', texts.line(index, text))
  },

  limits({ before, draft }) {
    if (before && JSON.stringify(before) !== JSON.stringify(draft))
      draft.version = (before.version as number) + 1
  },

  written(work) {
    const versions = work.world.machine.resource(POLICY_VERSIONS)
    const { created_at, updated_at, ...policy } = work.draft
    work.table(POLICY_VERSIONS).put({
      ...versions.blank,
      ...policy,
      number: nextOf(work.world.store, work.organization, `${POLICY_VERSIONS}.number`),
      created_at,
      updated_at,
    })
    keepRoles(work)
  },

  removed(work) {
    const versions = work.table(POLICY_VERSIONS)
    for (const key of [...versions.keysWhere('id', work.draft.id as number)]) versions.remove(key)
    keepRoles(work, work.draft.id)
  },
}

/** What has no place of its own stands where the request has it. */
const numbered = <T extends { readonly order: number | null }>(entries: readonly T[]): T[] =>
  entries.map((entry, index) => ({ ...entry, order: entry.order ?? index + 1 }))

function problemsOf(work: Work, step: PolicyStep): string[] {
  const type = definitionNamed(work.world.machine, work.draft.record_type)
  const nobody = substepsOf(step).some(({ approver_ids }: Substep) => approver_ids.length === 0)
  return [
    ...(nobody ? [texts.noApprovers] : []),
    ...step.conditions.flatMap((condition) => {
      const isUnknown = type && !isMember(type.fields, condition.field.split('.'))
      return [
        ...(isUnknown ? [texts.conditionField(condition.field)] : []),
        ...(isComparable(condition) ? [] : [texts.conditionValue(condition.operator ?? 'eq')]),
      ]
    }),
  ]
}

/** Whether the fields have a member at the path, or their lines have. */
function isMember(fields: Fields | undefined, [member = '', ...inner]: readonly string[]): boolean {
  const field = fields && Object.hasOwn(fields, member) ? fields[member] : undefined
  return inner.length === 0 ? field !== undefined : isMember(field?.element?.members ?? field?.members, inner)
}
