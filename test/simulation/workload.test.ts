import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isThorough } from '../support/thorough'
import { AuditedWorld } from './audited-world'
import { KEPT_SEEDS } from './seeds'
import { move } from './step'

/** How many worlds live through how many moves; RUNS makes it as long as one likes. */
const RUNS = Number(process.env.RUNS ?? (isThorough ? 400 : 40))
const MOVES = 60

const moves = fc.array(move, { minLength: 1, maxLength: MOVES, size: 'max' })

async function live(seed: number, numRuns: number): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(moves, fc.boolean(), async (some, strict) => {
      const world = new AuditedWorld(true, strict)
      for (const one of some) {
        await world.take(one)
        world.audit()
      }
      world.auditAll()
      for (const [outcome, times] of world.seen) seen.set(outcome, (seen.get(outcome) ?? 0) + times)
    }),
    { seed, numRuns },
  )
  return seen
}

test('the auditor agrees with every reply, every balance and every account', {
  timeout: 60_000 + RUNS * 2_000,
}, async () => {
  const seed = Number(process.env.BOOKS_SEED ?? randomInt(2 ** 31))
  console.log(`books: BOOKS_SEED=${seed} RUNS=${RUNS} npx vitest run test/simulation/workload.test.ts`)
  const seen = await live(seed, RUNS)
  if (process.env.BOOKS_SEEN)
    console.log(
      [...seen]
        .sort()
        .map((line) => line.join(': '))
        .join('\n'),
    )
  if (RUNS >= 40)
    for (const kind of ['invoice', 'payment', 'journal entry'])
      for (const status of ['draft', 'posted', 'archived'])
        expect(seen.get(`${kind} ${status}`)).toBeGreaterThan(0)
  // Few runs may not come to each of these.
  if (RUNS >= 400)
    for (const name of ['invoices', 'customerPayments', 'journalEntries', 'customers'])
      expect(seen.get(`${name} sent back`)).toBeGreaterThan(0)
})

test.each(KEPT_SEEDS)('kept seed %d of %d runs: %s', async (seed, runs) => {
  await live(seed, runs)
})
