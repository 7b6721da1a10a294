import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heapUsed } from '../../bench/heap'
import { SqliteFile } from '../../src/hosts/node/many/sqlite-file'
import { SqliteSandboxes } from '../../src/hosts/node/many/sqlite-sandboxes'
import { chanceOf } from '../support/chance'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'
import { sqliteHere } from './storages'

const MINUTES = Number(process.env.SOAK ?? 0)
const SANDBOXES = MINUTES > 0 ? 100 : 6
const SEED = Number(process.env.SEED ?? 1)
const QUOTAS = { requestsPerSecond: 1e6, burst: 1e6, deliveriesPerMinute: 1e6, rows: 1e9 }
const HOOK = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }

/** A call, of which every sandbox takes the next one. */
type Call = (many: TestDeployment, made: Made, number: number) => Promise<Response>
const CALLS: readonly Call[] = [
  (many, made, number) =>
    many.service(made, 'POST /public/v1/invoices/', { ...INVOICE, reference_number: `R-${number}` }),
  (many, made) => many.service(made, 'POST /public/v1/invoices/', { date: 'x' }),
  (many, made) => many.service(made, 'GET /public/v1/invoices/?limit=5'),
  (many, made) => many.service(made, 'PUT /public/v1/invoices/1/', INVOICE),
  (many, made) => many.service(made, 'DELETE /public/v1/invoices/1/'),
  (many, made) => many.control(made, 'GET /books/check'),
  (many, made) => many.control(made, 'POST /webhooks/flush'),
  (many, made) => many.control(made, 'POST /faults', { times: 1, then: { status: 503 } }),
]
/** So that worlds do not grow for ever, and memory has a level. */
const RESET: Call = async (many, made) => {
  await many.control(made, 'POST /reset')
  return many.service(made, 'POST /public/v2/webhooks/', HOOK)
}
const BETWEEN_RESETS = 40

/** One that is put away again and again, and one that stays in memory. */
test(
  'sandboxes under mixed traffic, half of them on live clocks, stay like their twins',
  async () => {
    const database = sqliteHere && new sqliteHere(join(temporaryFolder(), 'x.sqlite'))
    const stored = database ? new SqliteSandboxes(new SqliteFile(database)) : new MemorySandboxes()
    const pair = [
      new TestDeployment(stored, QUOTAS),
      new TestDeployment(new MemorySandboxes(), QUOTAS),
    ] as const
    const made = await Promise.all(
      pair.map((many) =>
        Promise.all(
          Array.from({ length: SANDBOXES }, async (_, number) => {
            const clock = number % 2 === 0 ? 'live' : 'manual'
            const assumptions = { 'event-id-prefix': `${number}|` }
            const options = { seed: number, rateLimits: false, assumptions }
            const one = await many.make({ clock, options })
            expect((await many.service(one, 'POST /public/v2/webhooks/', HOOK)).ok).toBe(true)
            return one
          }),
        ),
      ),
    )
    const [own = [], twins = []] = made
    const chance = chanceOf(SEED)
    const begin = performance.now()
    const levels: number[] = []
    let calls = 0
    const isOver = (): boolean => (MINUTES > 0 ? performance.now() - begin > MINUTES * 60_000 : calls >= 400)
    const different: string[] = []
    while (!isOver()) {
      const [place, kind] = [chance.below(SANDBOXES), chance.below(CALLS.length)]
      calls += 1
      const texts = await Promise.all(
        pair.map(async (many, side) => {
          const one = made[side]?.[place]
          const call = calls % BETWEEN_RESETS === 0 ? RESET : CALLS[kind]
          if (!one || !call) throw new Error('there is no such sandbox')
          const response = await call(many, one, calls)
          return `${response.status} ${await response.text()}`
        }),
      )
      if (texts[0] !== texts[1]) different.push(`${kind}: ${texts.join(' | ')}`)
      if (calls % 50 > 0) continue
      // Time passes, deliveries are sent, and what was asked lately is put away.
      for (const many of pair) {
        many.time += 20_000
        await many.fleet.wakeDue()
        many.sent.length = 0
      }
      if (calls % 200 === 0) await pair[0].fleet.evict(0)
      if (MINUTES > 0 && calls % 1000 === 0) levels.push(Math.round(heapUsed() / 1e6))
    }
    expect(different).toEqual([])
    // What is under way comes to its end on both sides.
    for (const many of pair) {
      many.time += 20_000
      await many.fleet.wakeDue()
      await pause(50)
    }
    const worldOf = async (many: TestDeployment, { id, apiKey }: Made, one: Made): Promise<string> =>
      JSON.stringify(await many.tables(one))
        .replaceAll(apiKey, 'KEY')
        .replaceAll(id, 'ID')
    await pair[0].fleet.evict(0)
    for (const [place, one] of own.entries()) {
      const twin = twins[place]
      if (!twin) throw new Error('there is no twin')
      const [first, second] = [await worldOf(pair[0], one, one), await worldOf(pair[1], twin, twin)]
      expect(first === second, `sandbox ${place}`).toBe(true)
    }
    if (MINUTES === 0) return
    console.log(`${calls} calls, every world like its twin, heap in MB: ${levels.join(' ')}`)
    const later = levels.slice(levels.length >> 1)
    expect(levels.length).toBeGreaterThan(1)
    expect(later.at(-1)).toBeLessThan(1.05 * (later[0] ?? 0) + 2)
  },
  60_000 + MINUTES * 120_000,
)
