import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { busy, inspected, show, TABS } from './support/inspected'

const { open } = inspected()

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .include('accounting-simulator-inspector')
    .analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

describe('accessibility', () => {
  it.each([
    ['light', 1200, 'empty'],
    ['light', 420, 'busy'],
    ['dark', 1200, 'busy'],
  ] as const)(
    'axe finds nothing, %s, %i pixels wide, %s',
    async (scheme, width, state) => {
      const page = await open({ width, scheme })
      if (state === 'busy') await busy(page)
      const found: string[] = await violations(page)
      for (const tab of TABS) {
        await show(page, tab)
        if (tab === 'Timeline' && state === 'busy')
          await page.getByRole('listbox').getByRole('option').first().click()
        await page.waitForTimeout(100)
        found.push(...(await violations(page)).map((one) => `${tab}: ${one}`))
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${scheme}-${width}-${state}-${tab}.png` })
      }
      expect(found.join('\n')).toBe('')
    },
    180_000,
  )
})
