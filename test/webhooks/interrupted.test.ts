import type { RowChange, Simulator, SimulatorOptions } from 'accounting-simulator'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pause } from '../support/pause'
import { Storage } from '../support/storage'
import { Office } from '../support/worlds/office'

/** What a receiver does with each request: a status, no answer before its time is up, or a throw. */
type Answer = number | 'silent' | 'throws'

interface Arrival {
  readonly event: string
  readonly webhook: string
}

const nameOf = ({ event, webhook }: Arrival) => `${event} for ${webhook}`

function receiver(answers: readonly Answer[], arrived: Arrival[]) {
  let count = 0
  return async (request: Request): Promise<Response> => {
    const { event_id, webhook_uuid } = (await request.json()) as { event_id: string; webhook_uuid: string }
    arrived.push({ event: event_id, webhook: webhook_uuid })
    const answer = answers[count++] ?? 200
    if (answer === 'throws') throw new Error('no receiver')
    if (answer === 'silent') return new Promise(() => undefined)
    return new Response(null, { status: answer })
  }
}

/** What a storage has at one point: changes up to here, and what had arrived. */
interface Point {
  readonly changes: number
  readonly arrived: number
}

/** Notes what a storage would have after each step of the program, until the work is done. */
async function watched(simulator: Simulator, arrived: Arrival[], work: Promise<unknown>) {
  const journal = simulator.journal()
  const changes: RowChange[][] = [journal.take()]
  const points: Point[] = [{ changes: 1, arrived: arrived.length }]
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  for (let step = 0; !isDone || journal.isDirty; step += 1) {
    await (step % 20 === 19 ? pause() : Promise.resolve())
    if (!journal.isDirty) continue
    changes.push(journal.take())
    points.push({ changes: changes.length, arrived: arrived.length })
  }
  await done
  return { changes, points }
}

/** What is recorded of the attempts that have ended, by event and webhook. */
const ended = (simulator: Simulator) =>
  simulator.webhooks.attempts
    .filter(({ why }) => why.startsWith('answered 2') || why.startsWith('answered 4'))
    .map(({ event_id, webhook_uuid }) => nameOf({ event: event_id, webhook: webhook_uuid }))

/** With a live clock, a host that wakes the simulator. */
function options(clock: 'manual' | 'live', woken: () => Simulator): SimulatorOptions {
  if (clock === 'manual') return { clock, webhooks: { patience: 5 } }
  let alarm: NodeJS.Timeout | undefined
  const wakeAt = (at: number | undefined): void => {
    clearTimeout(alarm)
    if (at !== undefined) alarm = setTimeout(() => woken().clock.now, Math.max(0, at - Date.now()) + 1)
  }
  return { clock, webhooks: { patience: 5 }, host: { now: () => Date.now(), wakeAt } }
}

const answer = fc.constantFrom<Answer>(200, 200, 500, 404, 'throws', 'silent')

describe('a process that ends at any point of a delivery', () => {
  test('loses no event, and sends nothing again whose attempt had ended', { timeout: 120_000 }, async () => {
    const runs = Number(process.env.RUNS ?? 12)
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          clock: fc.constantFrom('manual' as const, 'live' as const),
          answers: fc.array(answer, { maxLength: 6 }),
          hooks: fc.integer({ min: 1, max: 2 }),
          invoices: fc.integer({ min: 1, max: 3 }),
        }),
        async ({ clock, answers, hooks, invoices }) => {
          const office: Office = new Office(options(clock, () => office.simulator))
          for (let n = 0; n < hooks; n += 1)
            await office.register(undefined, `https://hooks.example.com/${n}`)
          const arrived: Arrival[] = []
          const { simulator } = office
          simulator.webhooks.connect('https://hooks.example.com/', receiver(answers, arrived))
          const story = async (): Promise<void> => {
            for (let n = 0; n < invoices; n += 1) office.sell()
            await simulator.webhooks.flush()
            await simulator.clock.advance('3 minutes')
          }
          const { version } = simulator.journal()
          const { changes, points } = await watched(simulator, arrived, story())
          simulator[Symbol.dispose]()
          for (const point of points) {
            const storage = new Storage()
            for (const entry of changes.slice(0, point.changes)) storage.write(entry)
            const before = arrived.slice(0, point.arrived).map(nameOf)
            const again: Simulator = storage.open(
              version,
              options(clock, () => again),
            )
            const over = new Set(ended(again))
            const later: Arrival[] = []
            again.webhooks.connect('https://hooks.example.com/', receiver([], later))
            const expected = again.records.invoices.count() * hooks
            await again.clock.advance('1 day')
            const sent = later.map(nameOf)
            again[Symbol.dispose]()
            expect(new Set([...before, ...sent]).size).toBe(expected)
            expect(sent.filter((name) => over.has(name))).toEqual([])
            expect(new Set(sent).size).toBe(sent.length)
            expect([
              again.webhooks.queue,
              again.webhooks.attempts.filter(({ why }) => why === 'under way'),
            ]).toEqual([[], []])
          }
        },
      ),
      { numRuns: runs },
    )
  })

  test.each(['manual', 'live'] as const)('makes the attempt again, and says so: %s clock', async (clock) => {
    const office: Office = new Office(options(clock, () => office.simulator))
    const hook = await office.register()
    const storage = new Storage()
    office.receive(() => {
      storage.write(office.simulator.journal().take())
      return new Response()
    })
    const { version } = office.simulator.journal()
    for (let sale = 0; sale < 2; sale += 1) {
      office.sell()
      await office.simulator.webhooks.flush()
    }
    const again: Simulator = storage.open(
      version,
      options(clock, () => again),
    )
    const second = new Office({}, again)
    const arrived = second.receive(200)
    await again.webhooks.flush()
    expect(arrived).toHaveLength(1)
    expect(again.webhooks.attempts.map(({ why }) => why.split(':')[0])).toEqual([
      'answered 200',
      'interrupted',
      'answered 200',
    ])
    expect(await second.lastLog(hook)).toMatchObject({ status: 'delivered', attempts: 2 })
  })
})
