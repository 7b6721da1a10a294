import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../support/thorough'
import { violations } from './support/accessible'
import { inspected, show } from './support/inspected'
import { FILLINGS, type Filling, OPTIONS, prepared, STATES } from './support/states'

const { open } = inspected()

/** Every width in the light. Colours do not follow the width, so the dark is looked at in a narrow and a wide window. */
const LOOKS = [320, 400, 768, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const)
    .filter((colorScheme) => isThorough || colorScheme === 'light' || [400, 1280].includes(width))
    .map((colorScheme) => ({ colorScheme, width })),
)

/** Where the panel stands, besides at the bottom. */
const PLACES = ['bottom', 'right'] as const

/** SHOTS=folder keeps a picture of each state, to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` })
}

describe.each(Object.keys(FILLINGS) as Filling[])('%s', (filling) => {
  it('has no violation that axe finds, in any view, light and dark, narrow and wide, at the bottom and at the right', async () => {
    const page = await open({}, OPTIONS)
    await prepared(page, filling)
    const found = new Map<string, string[]>()
    for (const state of STATES) {
      if (state.needs && FILLINGS[filling] === 0) continue
      await state.open(page)
      for (const { colorScheme, width } of LOOKS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const name = `${filling} ${state.name} ${colorScheme} ${width}`
        const here = await violations(page)
        if (here.length > 0) found.set(name, here)
        await picture(page, name)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    expect(Object.fromEntries(found)).toEqual({})
  }, 600_000)

  it.each(PLACES)('has none docked at the %s or in a window, closed neither', async (side) => {
    const page = await open({}, OPTIONS)
    await prepared(page, filling === 'many' ? 'busy' : filling)
    expect(await violations(page)).toEqual([])
    await show(page, 'Records')
    if (side === 'right') await page.getByRole('button', { name: 'Dock to right' }).click()
    expect(await violations(page)).toEqual([])
    await picture(page, `${filling} docked ${side}`)
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open in window' }).click()
    const popup = await opening
    await popup.getByRole('tab', { name: 'Records', selected: true }).waitFor()
    for (const { colorScheme, width } of LOOKS) {
      await popup.emulateMedia({ colorScheme })
      await popup.setViewportSize({ width, height: 800 })
      expect(await violations(popup)).toEqual([])
      await picture(popup, `${filling} window ${colorScheme} ${width}`)
    }
  })
})
