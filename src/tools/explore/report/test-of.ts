import { faultOf, lineToPaste } from '../plan/line-to-paste'
import type { PlanOutcome } from '../run/events'

/**
 * A test for vitest that plays the plan again. `experiment` is the user's own. Where faults of a simulator are the same
 * misfortunes, they stand in a comment, for a test without an exploration.
 */
export function testOfPlan({ plan, complaints }: PlanOutcome): string {
  const lines = plan.map((misfortune) => `    ${JSON.stringify(misfortune)},`)
  const list = lines.length > 0 ? `[\n${lines.join('\n')}\n  ]` : '[]'
  const faults = plan.every((misfortune) => faultOf(misfortune)) ? plan.map(lineToPaste) : []
  return [
    `test(${JSON.stringify(`found by exploring: ${complaints[0] ?? ''}`)}, async () => {`,
    ...faults.map((line) => `  // the same without explore: ${line}`),
    `  const report = await explore.once(experiment, ${list})`,
    '  expect(report).toHaveSurvived()',
    '})',
  ].join('\n')
}
