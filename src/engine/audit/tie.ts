import type { Cents } from '../../kernel/cents'
import type { AuditScope, Finding } from './audit-scope'

/** Sums by subject. */
export type Totals = Map<string, Cents>

/** Two sums over rows that are equal for each subject. They stay equal if a write changes both equally. */
export interface Tie {
  readonly sides: (scope: AuditScope) => readonly [Totals, Totals]
  readonly tell: (one: Cents, other: Cents) => string
}

export const addTo = (totals: Totals, subject: string, value: Cents): void => {
  totals.set(subject, (totals.get(subject) ?? 0n) + value)
}

/** Finds the subjects whose sums differ; with an earlier scope, those whose sums have changed differently. */
export function* untied({ sides, tell }: Tie, scope: AuditScope, earlier?: AuditScope): Iterable<Finding> {
  const [left, right] = sides(scope)
  const [leftBefore, rightBefore] = earlier ? sides(earlier) : [NONE, NONE]
  const subjects = new Set<string>()
  for (const totals of [left, right, leftBefore, rightBefore])
    for (const subject of totals.keys()) subjects.add(subject)
  for (const where of subjects) {
    const one = (left.get(where) ?? 0n) - (leftBefore.get(where) ?? 0n)
    const other = (right.get(where) ?? 0n) - (rightBefore.get(where) ?? 0n)
    if (one !== other) yield { where, text: tell(one, other) }
  }
}

const NONE: Totals = new Map()
