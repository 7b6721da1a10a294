import type { PlanOutcome } from '../run/events'

/** A test for vitest that plays the plan again. `experiment` is the user's own. */
export function testOf({ plan, complaints }: PlanOutcome): string {
  const lines = plan.map((misfortune) => `    ${JSON.stringify(misfortune)},`)
  const list = lines.length > 0 ? `[\n${lines.join('\n')}\n  ]` : '[]'
  return [
    `test(${JSON.stringify(`found by exploring: ${complaints[0] ?? ''}`)}, async () => {`,
    `  const report = await explore.once(experiment, ${list})`,
    '  expect(report).toHaveSurvived()',
    '})',
  ].join('\n')
}
