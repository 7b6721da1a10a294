import { launch } from '../test/browser/support/chromium'
import { openSite } from '../test/browser/support/site'

/**
 * How long the inspector takes in a real browser with nearly 10,000 entries, which is the most that it keeps:
 * `npx tsx bench/inspector.ts`. A frame at 60 Hz is 16.7 ms.
 */
const ENTRIES = 9_900
const ROUNDS = 20

const site = await openSite({ entry: 'test/browser/pages/inspector.ts' })
const browser = await launch()
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  await page.goto(site.url)
  await page.waitForFunction(() => document.title === 'ready')
  await page.evaluate(async (entries) => {
    const page = window as unknown as {
      begin(options: object): void
      ask(method: string, path: string): Promise<number>
    }
    page.begin({ rateLimits: false })
    for (let turn = 0; turn < entries; turn++) await page.ask('GET', '/public/health/')
  }, ENTRIES)
  await page.getByRole('button', { name: 'Accounting simulator inspector' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()

  const scrolls = await page.evaluate(async (rounds) => {
    const list = document
      .querySelector('accounting-simulator-inspector')
      ?.shadowRoot?.querySelector<HTMLElement>('[role=listbox]')
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      if (list) list.scrollTop = 10_000 + round * 5_000
      list?.dispatchEvent(new Event('scroll'))
      // The panel renders in a microtask; reading a size makes the browser lay it out.
      await Promise.resolve()
      void list?.scrollHeight
      times.push(performance.now() - begin)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return times
  }, ROUNDS)
  print('scroll', scrolls)

  const appends = await page.evaluate(async (rounds) => {
    const { ask } = window as unknown as { ask(method: string, path: string): Promise<number> }
    const root = document.querySelector('accounting-simulator-inspector')?.shadowRoot
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const shown = root?.querySelector('.count')?.textContent
      await ask('GET', '/public/health/')
      const begin = performance.now()
      while (root?.querySelector('.count')?.textContent === shown && performance.now() - begin < 1000)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      times.push(performance.now() - begin)
    }
    return times
  }, ROUNDS)
  print('from the response to the new row, frames included', appends)
} finally {
  await browser.close()
  site.close()
}

function print(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  process.stdout.write(`${name}: median ${at(0.5)} ms, slowest ${at(1)} ms\n`)
}
