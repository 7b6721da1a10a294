import { createSimulator, type Simulator } from 'accounting-simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../src/kernel/plain-date'
import { checked } from '../support/checked'
import { entryTemplate, setInUse, template } from '../support/worlds/template'
import { trading } from '../support/worlds/trade'

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=20',
  'FREQ=WEEKLY;BYDAY=MO,TH',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260401',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=1MO,3MO;BYSETPOS=-1',
  'FREQ=MONTHLY',
  'FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=28,29',
]

const DAY_SECONDS = 86_400
const TOTAL_SECONDS = 120 * DAY_SECONDS

const drawn = fc.record({
  templates: fc.array(
    fc.record({
      kind: fc.constantFrom('invoice', 'entry', 'broken'),
      rrule: fc.constantFrom(...RULES),
      recurring_type: fc.constantFrom('automatic', 'automatic', 'reminder'),
      status: fc.constantFrom('active', 'active', 'inactive'),
      days: fc.integer({ min: -400, max: 60 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Days at midnight meet occurrences exactly; other instants fall between them. */
  cuts: fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 119 }).map((day) => day * DAY_SECONDS + 54_000),
      fc.integer({ min: 0, max: TOTAL_SECONDS }),
    ),
    {
      maxLength: 6,
    },
  ),
})

/** A world with the templates; those called broken are refused from their first date on. */
function worldWith(
  templates: readonly { kind: string; rrule: string; recurring_type: string; status: string; days: number }[],
): Simulator {
  const simulator = trading({ strict: false })
  const { recurringInvoices, recurringJournalEntries } = simulator.records
  for (const { kind, days, ...more } of templates) {
    const body = { ...more, date: addDays('2026-01-15', days) } as Parameters<typeof template>[0]
    if (kind === 'invoice') recurringInvoices.create(template(body))
    else if (kind === 'entry') recurringJournalEntries.create(entryTemplate(body))
    else {
      const line = { item_id: 3, quantity: '1', rate: '5.00', position: 1 }
      recurringInvoices.create(
        template({ ...body, record_payload: { date: '2026-01-15', customer_id: 2, items: [line] } }),
      )
    }
  }
  setInUse(simulator, 3, false)
  return simulator
}

const contentOf = (simulator: Simulator): string => JSON.stringify(simulator.export())

test('time in pieces leads where time at once leads, byte for byte', { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ templates, cuts }) => {
      const whole = worldWith(templates)
      const { fired } = await whole.clock.advance({ seconds: TOTAL_SECONDS })
      const pieces = worldWith(templates)
      const firedInPieces = []
      let passed = 0
      for (const cut of [...cuts.sort((a, b) => a - b), TOTAL_SECONDS]) {
        const mark = pieces.snapshot()
        const step = { seconds: cut - passed }
        const first = await pieces.clock.advance(step)
        const content = contentOf(pieces)
        // Back and through it again, here and in a world that was carried over.
        pieces.restore(mark)
        const carried = createSimulator({ world: checked(pieces.export()), rateLimits: false })
        expect((await pieces.clock.advance(step)).fired).toEqual(first.fired)
        await carried.clock.advance(step)
        expect(contentOf(pieces)).toBe(content)
        expect(contentOf(carried)).toBe(content)
        firedInPieces.push(...first.fired)
        passed = cut
      }
      expect(firedInPieces).toEqual(fired)
      expect(contentOf(pieces)).toBe(contentOf(whole))
      expect(whole.books.check()).toEqual([])
    }),
    { numRuns: 25 },
  )
})
