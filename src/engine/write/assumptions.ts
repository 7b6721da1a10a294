import { type AssumptionId, IdSet } from '../../assumptions'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { linesOf } from '../model/row'
import { COMPANIES } from '../model/tables'
import type { Write } from './write'

/** Assumptions that a behaviour rests on without reading them: on every write, or on some only. */
export type BehaviourAssumptions = readonly (AssumptionId | ConditionalAssumptions)[]

export interface ConditionalAssumptions {
  readonly when: (write: Write) => boolean
  readonly ids: readonly AssumptionId[]
}

/** Assumptions that matter on some writes only. */
export const on = (
  when: ConditionalAssumptions['when'],
  ...ids: readonly AssumptionId[]
): ConditionalAssumptions => ({ when, ids })

export const isEdit = ({ before }: Write): boolean => before !== undefined

export const hasProblems = ({ problems }: Write): boolean => problems.any

export const isDraft = ({ after }: Write): boolean => after.record_status === 'draft'

export const hasSent =
  (...members: readonly string[]) =>
  ({ sent }: Write): boolean =>
    members.some((member) => sent.has(member))

export const lacks =
  (...members: readonly string[]) =>
  ({ sent }: Write): boolean =>
    members.some((member) => !sent.has(member))

export const isForeign = (write: Write): boolean => {
  const company = write.find(COMPANIES, 'id', write.after.company_id)
  return company !== undefined && company.currency_iso_4217_code !== write.after.currency_iso_4217_code
}

export const isPurchase = ({ definition }: Write): boolean => definition.priced?.side === 'purchase'

export const isContracted = ({ after }: Write): boolean => (after.contract_id ?? null) !== null

/** True if lines of the record settle documents. */
export const isSettling = (write: Write): boolean => {
  const { settles } = write.definition
  return settles !== undefined && linesOf(write.after, settles.lines).length > 0
}

const anyLine =
  (test: (line: Readonly<Record<string, unknown>>) => boolean) =>
  ({ type, after }: Write): boolean =>
    type.lineMembers.some((member) => linesOf(after, member).some(test))

export const isTaxed = anyLine(({ tax }) => (tax ?? null) !== null)

export const isNegative = anyLine(({ quantity, rate }) => hasMinus(quantity) || hasMinus(rate))

export const hasMinus = (value: unknown): boolean => typeof value === 'string' && value.startsWith('-')

const hasEntries = ({ classifications }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(classifications) && classifications.length > 0

const hasLineWithEntries = anyLine(hasEntries)

export const isClassified = (write: Write): boolean => hasEntries(write.after) || hasLineWithEntries(write)

/** The assumptions of all behaviours of a record type. */
export interface SortedAssumptions {
  readonly always: IdSet
  readonly sometimes: readonly { readonly when: ConditionalAssumptions['when']; readonly ids: IdSet }[]
}

/** Groups assumptions by condition: behaviours share conditions, and each condition is tested once. */
export function sortedAssumptions(assumptions: BehaviourAssumptions): SortedAssumptions {
  const byCondition = new Map<ConditionalAssumptions['when'], AssumptionId[]>()
  for (const assumption of assumptions)
    if (typeof assumption !== 'string') getOrCreateList(byCondition, assumption.when).push(...assumption.ids)
  return {
    always: IdSet.of(assumptions.filter((assumption) => typeof assumption === 'string')),
    sometimes: [...byCondition].map(([when, ids]) => ({ when, ids: IdSet.of(ids) })),
  }
}

export function noteAssumptions(write: Write, { always, sometimes }: SortedAssumptions): void {
  const { assumptions } = write.world
  assumptions.noteUseOfAll(always)
  for (const { ids, when } of sometimes)
    if (!assumptions.haveNoted(ids) && when(write)) assumptions.noteUseOfAll(ids)
}
