import type { Page } from 'playwright-core'
import { TABS } from './inspected'

/** What has the focus, inside of the panel, and whether one can see that. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement?.shadowRoot?.activeElement
    if (!element) return { name: '', role: '', isSeen: false }
    const { outlineStyle, outlineWidth, backgroundColor } = getComputedStyle(element)
    const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? ''
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    return {
      name: (element.getAttribute('aria-label') ?? (label || element.textContent) ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
      role,
      isSeen:
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        (role === 'separator' && backgroundColor !== 'rgba(0, 0, 0, 0)'),
    }
  })

/** Presses Tab until something of that name has the focus. @returns how often */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<number> {
  const seen: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key)
    const now = await focus(page)
    if (name.test(now.name)) return presses + 1
    seen.push(now.name)
  }
  throw new Error(`${name} is not reached: ${seen.join(' | ')}`)
}

export async function toTab(page: Page, name: string): Promise<void> {
  const tablist = page.getByRole('tablist')
  await tablist.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('Home')
  for (let at = 0; at < TABS.indexOf(name); at++) await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
}
