import type { Page } from 'playwright-core'
import { launch } from '../../test/browser/support/chromium'
import { openSite } from '../../test/browser/support/site'

/**
 * How long the inspector takes in a real browser with nearly 10,000 and 100,000 entries of every kind:
 * `npm run bench -- inspector`. A frame at 60 Hz is 16.7 ms. It needs Chromium, so it is measured only when named.
 */
const TURNS = [4_650, 46_500]
const ROUNDS = 60

interface Bench {
  begin(options: object): void
  fill(turns: number): Promise<void>
  ask(method: string, path: string): Promise<number>
  readonly simulator: { readonly timeline: { readonly length: number } }
}

const site = await openSite({ entry: 'test/browser/pages/inspector.ts' })
const browser = await launch()
try {
  for (const turns of TURNS) await measure(turns)
} finally {
  await browser.close()
  site.close()
}

async function measure(turns: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  await page.goto(site.url)
  await page.waitForFunction(() => document.title === 'ready')
  const entries = await page.evaluate(async (count) => {
    const bench = window as unknown as Bench
    const traffic = { entries: 200_000, bytes: 1e9 }
    bench.begin({ traffic, rateLimits: { endpoint: { burst: 40, refillPerSecond: 2 } } })
    await bench.fill(count)
    return bench.simulator.timeline.length
  }, turns)
  process.stdout.write(`${entries} entries\n`)
  await page.getByRole('button', { name: 'Accounting simulator inspector' }).click()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  print('open, to the first rows', [await opened(page)])
  print('scroll, to the layout', await scrolls(page))
  const reading = await framesPerSecond(page)
  await page.waitForTimeout(5000)
  const atRest = await framesPerSecond(page)
  process.stdout.write(
    `frames a second, scrolled in each: ${atRest.toFixed(0)}; ${reading.toFixed(0)} just after opening\n`,
  )
  print('append, from reading the new entry to the layout', await appends(page))
  await page.close()
}

/** At 60 Hz no browser shows more than 60. */
function framesPerSecond(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const list = document
      .querySelector('accounting-simulator-inspector')
      ?.shadowRoot?.querySelector<HTMLElement>('[role=listbox]')
    const begin = performance.now()
    let frames = 0
    for (; performance.now() - begin < 2000; frames += 1) {
      if (list) list.scrollTop = 10_000 + frames * 300
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return (frames * 1000) / (performance.now() - begin)
  })
}

/** Closed and opened again: reads on, then renders. */
function opened(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const element = document.querySelector<HTMLElement & { open(): Promise<void>; close(): void }>(
      'accounting-simulator-inspector',
    )
    element?.close()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const begin = performance.now()
    await element?.open()
    while (!element?.shadowRoot?.querySelector('[role=option]')) await Promise.resolve()
    void element.shadowRoot.querySelector('[role=listbox]')?.scrollHeight
    return performance.now() - begin
  })
}

function scrolls(page: Page): Promise<number[]> {
  return page.evaluate(async (rounds) => {
    const list = document
      .querySelector('accounting-simulator-inspector')
      ?.shadowRoot?.querySelector<HTMLElement>('[role=listbox]')
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      if (list) list.scrollTop = 10_000 + round * 3_000
      list?.dispatchEvent(new Event('scroll'))
      // The panel renders in a microtask; reading a size makes the browser lay it out.
      await Promise.resolve()
      void list?.scrollHeight
      times.push(performance.now() - begin)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    if (list) list.scrollTop = list.scrollHeight
    await new Promise((resolve) => setTimeout(resolve, 100))
    return times
  }, ROUNDS)
}

/** From the panel's request for what is new, which is seen from outside, to the layout with its row. */
function appends(page: Page): Promise<number[]> {
  return page.evaluate(async (rounds) => {
    const { ask } = window as unknown as Bench
    const root = document.querySelector('accounting-simulator-inspector')?.shadowRoot
    const list = root?.querySelector<HTMLElement>('[role=listbox]')
    const times: number[] = []
    let begin = 0
    const Original = window.Request
    window.Request = class extends Original {
      constructor(...given: ConstructorParameters<typeof Request>) {
        super(...given)
        if (this.url.includes('/timeline?')) begin = performance.now()
      }
    }
    for (let round = 0; round < rounds; round++) {
      const shown = new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          watch.disconnect()
          void list?.scrollHeight
          resolve(performance.now())
        })
        watch.observe(list as Node, { subtree: true, attributes: true, attributeFilter: ['aria-setsize'] })
      })
      // Equal ones would be folded into one row, also those that come by turns.
      await ask('GET', `/public/v1/items/${round}/`)
      times.push((await shown) - begin)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    window.Request = Original
    return times
  }, ROUNDS)
}

function print(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  process.stdout.write(`${name}: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, slowest ${at(1)} ms\n`)
}
