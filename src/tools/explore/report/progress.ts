import type { BudgetLimits } from '../read-experiment'
import type { SearchProgress } from '../search/search'

/** 'plan 12 of 100, 34 places reached, 57 steps seen (2 new), 95 s left' */
export function progressText(
  { runs, last, coverage }: SearchProgress,
  { runs: most, time }: Pick<BudgetLimits, 'runs' | 'time'>,
  spent: number,
): string {
  const places = [...coverage.hit.values()].reduce((sum, kinds) => sum + kinds.size, 0)
  const fresh = [...coverage.transitions.values()].filter((at) => at === last).length
  const left = Math.max(0, Math.min(time - spent, (spent / runs) * (most - last)))
  const steps = `${coverage.transitions.size} steps seen${fresh > 0 ? ` (${fresh} new)` : ''}`
  const plan = Number.isFinite(most) ? `plan ${last} of ${most}` : `plan ${last}`
  const rest = Number.isFinite(left) ? `, ${Math.ceil(left / 1000)} s left` : ''
  return `${plan}, ${places} places reached, ${steps}${rest}`
}
