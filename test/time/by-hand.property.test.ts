import { createSimulator, type Simulator } from 'accounting-simulator'
import { withVirtualTime } from 'accounting-simulator/time'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { HEADERS } from './instants'

/** What a program does next: it writes, waits, or arms a delay or a storm. */
type Act =
  | { readonly kind: 'create' }
  | { readonly kind: 'sleep'; readonly milliseconds: number }
  | { readonly kind: 'delay'; readonly seconds: number }
  | { readonly kind: 'storm'; readonly seconds: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const) }),
  fc.record({ kind: fc.constant('sleep' as const), milliseconds: fc.integer({ min: 1, max: 90_000_000 }) }),
  fc.record({ kind: fc.constant('delay' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant('storm' as const), seconds: fc.integer({ min: 1, max: 300 }) }),
)

const INVOICE = JSON.stringify({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
})

type Sleep = (milliseconds: number) => Promise<unknown>

/** Several of these run side by side. */
async function program(simulator: Simulator, acts: readonly Act[], sleep: Sleep): Promise<void> {
  for (const one of acts) {
    if (one.kind === 'sleep') await sleep(one.milliseconds)
    else if (one.kind === 'create') await created(simulator, sleep)
    else if (one.kind === 'delay') simulator.faults.inject({ then: { delay: { seconds: one.seconds } } })
    else simulator.faults.inject({ during: { seconds: one.seconds }, then: { status: 429, retryAfter: 7 } })
  }
}

async function created(simulator: Simulator, sleep: Sleep): Promise<void> {
  for (;;) {
    const response = await simulator.fetch('/public/v1/invoices/', {
      method: 'POST',
      headers: HEADERS,
      body: INVOICE,
    })
    if (response.status === 200) return
    await sleep(Number(response.headers.get('Retry-After') ?? 1) * 1000)
  }
}

async function prepared(): Promise<Simulator> {
  const simulator = createSimulator()
  await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }),
  })
  let arrived = 0
  simulator.webhooks.connect('https://hooks.example.com/', () => {
    arrived += 1
    return new Response(null, { status: arrived % 3 === 0 ? 200 : 503 })
  })
  return simulator
}

const told = (simulator: Simulator): string =>
  [
    String(simulator.traffic),
    JSON.stringify(simulator.webhooks.attempts),
    JSON.stringify(simulator.export()),
  ].join('\n')

/** Where two texts part, from each; nothing when they are equal. */
function firstDifference([one = '', other = '']: readonly string[]): string[] {
  if (one === other) return []
  let at = 0
  while (one[at] === other[at]) at += 1
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 60))
}

const timers: Sleep = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

it('a run on virtual time and the same run with the clock moved by hand are the same, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      async (programs) => {
        const runs = {
          async virtual(simulator: Simulator) {
            await withVirtualTime(simulator, () =>
              Promise.all(programs.map((acts) => program(simulator, acts, timers))),
            )
          },
          async byHand(simulator: Simulator) {
            let isOver = false
            const all = Promise.all(
              programs.map((acts) => program(simulator, acts, simulator.clock.sleep)),
            ).then(() => {
              isOver = true
            })
            await simulator.clock.advance({ milliseconds: 0 })
            for (let next = simulator.clock.next(); !isOver && next; next = simulator.clock.next())
              await simulator.clock.advanceTo([next.due, simulator.clock.now].sort().at(-1) ?? next.due)
            await all
          },
        }
        const stories: string[] = []
        for (const run of Object.values(runs)) {
          const simulator = await prepared()
          await run(simulator)
          // What the service does of itself afterwards.
          await simulator.clock.advanceTo('2026-03-01T00:00:00Z')
          stories.push(told(simulator))
        }
        // Whole stories would fill the screen.
        expect(firstDifference(stories)).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})
