import { createSimulator, type Simulator } from 'accounting-simulator'
import { explore, noDuplicates, nothingLost, type Stage } from 'accounting-simulator/explore'
import { matchers } from 'accounting-simulator/matchers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type PreparedStory, tellInPlay } from '../../src/hosts/storybook/tell-timeline'
import { INVOICE, INVOICES } from '../support/worlds/shop'
import { template } from '../support/worlds/template'
import { pushInvoices } from './explore/push-invoices'
import { fresh } from './fresh'

const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }
const post = (simulator: Pick<Simulator, 'fetch'>, body: object, headers = {}, path = INVOICES) =>
  simulator
    .fetch(path, { method: 'POST', headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) })
    .catch(() => undefined)

/** A block that shows what the library prints. UPDATE=1 puts it there. */
const shows = (text: unknown): string => `\`\`\`\n${String(text)}\n\`\`\``

afterEach(() => vi.useRealTimers())

describe('the pages show what the library prints (UPDATE=1 rewrites them)', () => {
  test('the nearest request', async () => {
    const simulator = createSimulator()
    await post(simulator, { ...INVOICE, reference_number: 'R-7' })
    const { pass, message } = matchers.toHaveReceived(simulator, `POST ${INVOICES}`, {
      reference_number: 'R-8',
    })
    expect(pass).toBe(false)
    fresh('docs/asking.md', 'nearest', shows(message()))
  })

  test('a write made twice', async () => {
    const simulator = createSimulator()
    simulator.faults.inject({ then: { loseResponse: true } })
    await post(simulator, INVOICE)
    await simulator.clock.advance('1 second')
    await post(simulator, INVOICE)
    const { pass, message } = matchers.toHaveNoDuplicates(simulator)
    expect(pass).toBe(false)
    fresh('docs/test-runners.md', 'duplicates', shows(message()))
  })

  test('the error of a story', async () => {
    const simulator = createSimulator()
    simulator.faults.inject({ then: { status: 503 } })
    await simulator.fetch(INVOICES)
    const story: PreparedStory = {
      playFunction() {
        throw new Error('Unable to find an element with the text: There are no invoices.')
      },
    }
    tellInPlay(story)
    const played = Promise.resolve(story.playFunction?.({ simulator, parameters: {} }))
    const error = await played.catch((thrown: unknown) => thrown)
    fresh('docs/storybook.md', 'failing-story', shows((error as Error).message))
  })

  test('reasons', async () => {
    const simulator = createSimulator()
    const { customer_id, ...others } = INVOICE
    await post(simulator, { ...others, customerId: customer_id })
    await simulator.fetch('/public/v1/invoice/', { headers: HEADERS })
    simulator.faults.inject({ then: { loseResponse: true } })
    await post(simulator, INVOICE)
    expect(simulator.traffic).toHaveLength(3)
    fresh('docs/faults.md', 'reasons', shows(simulator.traffic))
  })

  test('a story', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
    const simulator = createSimulator({ apiKeys: [{ key: 'test-api-key', label: 'Nightly' }] })
    const url = 'https://hooks.example.com/in'
    await post(simulator, { url, topics: ['core.invoice/created'] }, {}, '/public/v2/webhooks/')
    simulator.webhooks.connect(url, () => new Response('too old', { status: 400 }))
    simulator.records.recurringInvoices.create(template())
    await post(simulator, { ...INVOICE, reference_number: 'R-1' }, { 'Idempotency-Key': 'k1' })
    await simulator.clock.advance('17 days')
    fresh('docs/timeline.md', 'story', shows(simulator.timeline))
  })

  test('what a typed client sells', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const program = '../../examples/typed-client/main.ts'
    await import(program)
    const printed = log.mock.calls.flat().join('\n')
    log.mockRestore()
    fresh('examples/typed-client/README.md', 'sold', shows(printed))
  })

  test('what exploring finds', async () => {
    const report = await explore({
      world: createSimulator(),
      start: (stage) => ({ run: () => pushInvoices(['R-1', 'R-2'], careless(stage)) }),
      check: (end) => [
        ...noDuplicates('invoices', 'reference_number')(end),
        ...nothingLost('invoices', 'reference_number', ['R-1', 'R-2'])(end),
      ],
    })
    expect(report.survived).toBe(false)
    fresh('docs/explore.md', 'found', shows(report))
  }, 60_000)
})

/** The same program, but it asks only once whether an invoice is there, and sends no keys. */
function careless(stage: Stage): Stage {
  const asked = new Set<string>()
  return {
    ...stage,
    fetch: async (input, init = {}) => {
      const url = String(input)
      if (asked.has(url)) return Response.json({ items: [], count: 0 })
      if (url.includes('?search=')) asked.add(url)
      const { 'Idempotency-Key': _, ...headers } = init.headers as Record<string, string>
      return stage.fetch(input, { ...init, headers })
    },
  }
}
