import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { afterEach, expect, it, vi } from 'vitest'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { Together } from '../../src/command/mutate/together'
import { type Mutant, mutantsByTestText, mutantText, UNCHANGED } from '../../src/service/mutants/mutant'
import type { MutantFact } from '../../src/service/mutants/mutant-fact'
import { temporaryFolder } from '../support/temporary-folder'

const A = 'a.test.ts > one'
const memo: Mutant = { kind: 'member-left-out', operation: 'POST /x/', member: 'memo' }

/** Mutants that one test can have. */
function together(mutants: readonly Mutant[]): Together {
  const end = {
    status: 0,
    isLate: false,
    said: '',
    stoppedBy: undefined,
    isGreen: true,
    duration: 1,
    failed: [],
  }
  const seen = mutants.map((one): MutantFact => ({ seen: one, by: A }))
  const tests = new Map([[A, { id: A, name: A, file: 'a.test.ts', hasFailed: false }]])
  const run = { ...end, facts: [{ simulator: true as const }, ...seen], ends: new TestEnds([]), tests }
  return new Together(readBareRuns([run, run, run], undefined))
}

const POST = 'POST /x/'
it.each<[string, readonly Mutant[], number]>([
  ['members that are left out', [{ kind: 'member-left-out', operation: POST, member: 'email' }, memo], 1],
  [
    'a date beside one that is left out',
    [{ kind: 'date-changed', operation: POST, member: 'due_date' }, memo],
    1,
  ],
  [
    'two dates, which may be compared',
    [
      { kind: 'date-changed', operation: POST, member: 'due_date' },
      { kind: 'date-changed', operation: POST, member: 'date' },
    ],
    2,
  ],
  [
    'an amount and a quantity, which are multiplied',
    [
      { kind: 'amount-changed', operation: POST, member: 'items.rate' },
      { kind: 'quantity-changed', operation: POST, member: 'items.quantity' },
    ],
    2,
  ],
  [
    'a member of what is left out',
    [
      { kind: 'member-left-out', operation: POST, member: 'items' },
      { kind: 'date-changed', operation: POST, member: 'items.date' },
    ],
    2,
  ],
  ['other operations', [{ kind: 'member-left-out', operation: 'PUT /x/', member: 'email' }, memo], 2],
  ['a write that is not sent', [{ kind: 'write-not-sent', operation: POST, member: '' }, memo], 2],
])('one request can have several mutants, if none can hide another: %s', (_, mutants, count) => {
  const played = together(mutants)
  const groups = played.apart(mutants.map((one) => ({ mutant: one })))
  expect(groups.length).toBe(count)
  expect(groups.flatMap((group) => [...played.everywhere(group.map((one) => one.mutant))])).toEqual(
    count === 1 ? [[A, mutants]] : mutants.map((one) => [A, [one]]),
  )
})

afterEach(() => vi.unstubAllEnvs())

/** Sends an invoice whose first answer is lost, twice with one key. Gives what the service got, and what was told. */
async function sold(mutant: string) {
  const folder = temporaryFolder()
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', folder)
  vi.stubEnv('ACCOUNTING_MUTANT', mutant)
  const simulator = createSimulator()
  const { apiKey, baseUrl, fetch } = simulator
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  const body = JSON.stringify({
    ...{ date: '2026-01-15', company_id: 1, customer_id: 1, reference_number: 'A-1', memo: 'by letter' },
    ...{ currency_iso_4217_code: 'USD', exchange_rate: '1' },
    items: [{ item_id: 1, quantity: '3', rate: '20.00' }],
  })
  const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': 'sale' }
  const send = () => fetch(`${baseUrl}/public/v1/invoices/`, { method: 'POST', headers, body })
  await expect(send()).rejects.toThrow()
  expect((await send()).status).toBe(200)
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const facts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as MutantFact)
  return { facts, requests: simulator.traffic.map(({ request }) => request.body), simulator }
}

it('each of several mutants changes one request, also where it is sent again, and tells its own effect', async () => {
  const operation = 'POST /public/v1/invoices/'
  const mutants: Mutant[] = [
    { kind: 'date-changed', operation, member: 'date' },
    { kind: 'member-left-out', operation, member: 'memo' },
    { kind: 'member-left-out', operation, member: 'exchange_rate' },
    // It changes nothing alone, and does after the rate.
    { kind: 'member-left-out', operation, member: 'currency_iso_4217_code' },
    { kind: 'member-left-out', operation, member: 'customer_id' },
  ]
  const [test] = (await sold(UNCHANGED)).facts.flatMap(({ seen, by }) => (seen ? [by ?? ''] : []))
  const { facts, requests, simulator } = await sold(mutantsByTestText(new Map([[test ?? '', mutants]])))
  expect(facts.flatMap(({ mutated, of }) => (mutated ? [[of, mutated]] : []))).toEqual([
    [mutantText(mutants[0] as Mutant), 'other'],
    [mutantText(mutants[1] as Mutant), 'other'],
    [mutantText(mutants[2] as Mutant), 'alike'],
    [mutantText(mutants[3] as Mutant), 'alike'],
    [mutantText(mutants[4] as Mutant), 'refused'],
  ])
  expect(new Set(requests).size).toBe(1)
  expect(simulator.records.invoices.list().items).toMatchObject([
    { date: '2026-01-16', customer_id: 1, reference_number: 'A-1' },
  ])
  expect(JSON.parse(requests[0] as string)).not.toHaveProperty('memo')
})
