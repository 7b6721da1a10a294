import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong with the panel as it stands. */
export async function violations(page: Page): Promise<string[]> {
  // The script is large, so a page that already has it does not get it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(() =>
    // Of what passes, the nodes are not wanted: it would be most of the result.
    (window as unknown as { axe: typeof axe }).axe.run('accounting-simulator-inspector', {
      resultTypes: ['violations'],
    }),
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
