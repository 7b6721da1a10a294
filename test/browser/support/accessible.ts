import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong with an element of ours as it stands. */
export async function violations(
  page: Page,
  element = 'accounting-simulator-inspector',
  rules: Readonly<Record<string, { readonly enabled: boolean }>> = {},
): Promise<string[]> {
  // The script is large, so a page that already has it does not get it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    ([name, more]) =>
      // Of what passes, the nodes are not wanted: it would be most of the result.
      (window as unknown as { axe: typeof axe }).axe.run(name, {
        resultTypes: ['violations'],
        rules: more,
      }),
    [element, rules] as const,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
