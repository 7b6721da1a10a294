import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with the panel as it stands. */
export async function violations(page: Page): Promise<string[]> {
  // The panel holds no frames, so axe need not open a page of its own to put their results together.
  const { violations: found } = await new AxeBuilder({ page })
    .include('accounting-simulator-inspector')
    .setLegacyMode()
    .analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
