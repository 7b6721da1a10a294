import { describe, expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { table } from '../support/table'
import { EVERY_TYPE, ground } from '../support/worlds/every-type'
import { METERED, metered } from '../support/worlds/metered-contract'
import { Checking } from '../support/worlds/paper-checks'
import { read, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §11.4: no write whose old or new date is locked, whatever its status; the day itself is locked. */
const CASES = table(`
  locked          write                   | outcome
  2026-01-14      create                  | ok
  2026-01-15      create                  | 422 date
  2027-01-15      create                  | 422 date
  2026-01-15      create as a draft       | 422 date
  2026-01-15      create on 2026-01-16    | ok
  2026-01-14      edit                    | ok
  2026-01-15      edit                    | 422 date
  2026-01-15      edit to 2026-01-16      | 422 date
  2026-01-14      edit to 2026-01-14      | 422 date
  2026-01-14      edit to 2026-01-16      | ok
  2026-01-14      archive                 | ok
  2026-01-15      archive                 | 422 date
  2026-01-15      remove                  | 422 date
  2026-01-15      post a draft            | 422 date
  2026-01-14      post a draft            | ok
  2026-01-15      archive a draft         | 422 date
`)

describe.each(Object.entries(EVERY_TYPE))('%s', (_, sentence) => {
  test.each(CASES)('locked through $locked, $write: $outcome', (row) => {
    const simulator = ground()
    const { type, body } = read(sentence)
    const records = recordsOf(simulator, type)
    const status = row.write.includes('draft') ? '; status draft' : ''
    const existing = row.write.startsWith('create') ? 0 : write(simulator, `${sentence}${status}`).number
    const date = /\d{4}-\d\d-\d\d$/.exec(row.write)?.[0] ?? '2026-01-15'
    const act = (): unknown => {
      if (row.write.startsWith('create')) return write(simulator, `${sentence}; date ${date}${status}`)
      if (row.write.startsWith('archive')) return records.update(existing, { record_status: 'archived' })
      if (row.write === 'remove') return records.remove(existing)
      return records.update(existing, {
        ...body,
        date,
        memo: 'changed',
        ...(status !== '' && { record_status: 'posted' }),
      })
    }
    simulator.admin.periods.lockThrough(1, row.locked)
    const before = JSON.stringify(simulator.export())
    expect(outcomeOf(act)).toBe(row.outcome)
    if (row.outcome !== 'ok') {
      expect(JSON.stringify(simulator.export())).toBe(before)
      simulator.admin.periods.unlock(1)
      expect(outcomeOf(act), 'after unlocking').toBe('ok')
    }
    expect(simulator.books.check()).toEqual([])
  })
})

test('a period is locked for one company, and a write counts for both of those that it touches', () => {
  const simulator = trading()
  const { periods } = simulator.admin
  const euros = 'company 2 currency EUR'
  writeAll(simulator, `invoice 10.00 > invoice 10.00; ${euros}`)
  periods.lockThrough(1, '2026-01-31')
  expect(outcomeOf(() => write(simulator, 'invoice 10.00'))).toBe('422 date')
  expect(outcomeOf(() => write(simulator, `invoice 10.00; ${euros}`))).toBe('ok')
  const { invoices } = { invoices: recordsOf(simulator, 'invoices') }
  const move = (number: number, words: string) => () =>
    invoices.update(number, read(`invoice 10.00; ${words}`).body)
  expect(outcomeOf(move(1, euros)), 'out of the locked company').toBe('422 date')
  expect(outcomeOf(move(2, 'company 1')), 'into the locked company').toBe('422 date')
  periods.lockThrough(2, '2026-01-31')
  periods.unlock(1)
  expect(outcomeOf(move(1, 'date 2026-01-10'))).toBe('ok')
  expect(outcomeOf(move(2, `${euros} date 2026-02-10`))).toBe('422 date')
})

test('locks move either way, and what is settled in an open period may be dated in a locked one', () => {
  const simulator = trading()
  writeAll(simulator, 'invoice 100.00; date 2025-12-01 > customer credit 30.00; date 2025-12-01')
  const { periods } = simulator.admin
  periods.lockThrough(1, '2026-03-31')
  expect(outcomeOf(() => write(simulator, 'customer payment 10.00 on invoice 1'))).toBe('422 date')
  periods.lockThrough(1, '2025-12-31')
  expect(outcomeOf(() => write(simulator, 'customer payment 10.00 on invoice 1'))).toBe('ok')
  expect(outcomeOf(() => write(simulator, 'customer application of credit 1: 10.00 on invoice 1'))).toBe('ok')
  expect(simulator.records.invoices.get(1).amount_due).toBe('80.00')
})

/** docs/service.md §11.4: the date of a reversal counts like the date itself. */
test.each(
  table(`
    date        reversal    locked         | create    archive
    2026-01-15  2026-02-01  2026-01-14     | ok        ok
    2026-01-15  2026-02-01  2026-01-31     | 422 date  422 date
    2026-01-15  2026-02-01  2026-02-01     | 422 date  422 date
  `),
)('an entry of $date reversed on $reversal, locked through $locked', (row) => {
  const simulator = trading()
  const entry = `journal Dr Expense 10.00, Cr Bank 10.00; date ${row.date} reversal ${row.reversal}`
  write(simulator, entry)
  simulator.admin.periods.lockThrough(1, row.locked)
  expect(outcomeOf(() => write(simulator, entry))).toBe(row.create)
  expect(outcomeOf(() => simulator.records.journalEntries.update(1, { record_status: 'archived' }))).toBe(
    row.archive,
  )
})

test('the API has no way round a lock, and a restored world has its locks', async () => {
  const simulator = trading()
  const open = simulator.snapshot()
  simulator.admin.periods.lockThrough(1, '2026-12-31')
  const post = async () => {
    const response = await simulator.fetch(
      new Request(`${simulator.baseUrl}/public/v1/invoices/`, {
        method: 'POST',
        headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(read('invoice 10.00').body),
      }),
    )
    return [response.status, ((await response.json()) as { errors?: object }).errors]
  }
  expect(await post()).toEqual([422, { date: [expect.any(String)] }])
  simulator.restore(open)
  expect(await post()).toEqual([200, undefined])
})

/** docs/service.md §11.4: what posts nothing and is no write of a dated record. */
describe('in a locked period it is allowed', () => {
  const LOCKED = '2026-06-30'

  test('to upload files', async () => {
    const simulator = ground()
    write(simulator, 'invoice 10.00')
    simulator.admin.periods.lockThrough(1, LOCKED)
    const form = new FormData()
    form.append('files', new File(['content'], 'a.txt'))
    const answer = await clientOf(simulator)('POST', '/public/v1/invoices/1/attachments/', form)
    expect([answer.status, (answer.body.attachments as Json[]).length]).toEqual([200, 1])
  })

  test('to print paper checks', async () => {
    const checking = new Checking()
    checking.simulator.admin.periods.lockThrough(1, LOCKED)
    for (const steps of ['now E1', 'later E2 > batch 2 from 101'])
      expect((await checking.take(steps)).status, steps).toBe(200)
  })

  test.each(
    table(`
      contract  usage                   | status
      active    {"status":"draft"}      | 200
      active    {"status":"archived"}   | 200
      active    {}                      | 422
      draft     {}                      | 200
      draft     {"status":"draft"}      | 200
    `),
  )('to report usage that posts nothing: $usage of a contract that is $contract', async (row) => {
    const simulator = trading()
    const { use, upsert } = metered(simulator, row.contract as 'active')
    simulator.admin.periods.lockThrough(1, LOCKED)
    const answer = await upsert(use(METERED, '2026-01-10', 1000, JSON.parse(row.usage)))
    expect(String(answer.status)).toBe(row.status)
  })
})
