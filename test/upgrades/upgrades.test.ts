import { type ClockFace, createSimulator, type OrganizationFace, type Port } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { explore, noDuplicates } from 'accounting-simulator/explore'
import { matchers } from 'accounting-simulator/matchers'
import { replay } from 'accounting-simulator/replay'
import { describe, expect, it } from 'vitest'
import { leftJson } from './left'

const COMPLAINT = 'the invoice with reference_number R-1 is there twice'

/** What an earlier version wrote is read by this one, or refused with what to do, as CHANGELOG.md tells. */
describe('a world file', () => {
  const { now, rows } = leftJson('balance.json')

  it.each([false, true])('opens with the same clock, books and records (strict: %s)', async (strict) => {
    const simulator = createSimulator({ world: leftJson('world.json.gz'), strict })
    expect([simulator.clock.now, simulator.books.trialBalance()]).toEqual([now, rows])
    expect(simulator.records.invoices.get(1)).toMatchObject({ amount: '120.00', amount_due: '70.00' })
    expect(simulator.books.check()).toEqual([])
    expect(simulator.faults.list()).toMatchObject([{ on: 'POST /public/v1/items/', effect: { status: 503 } }])
    await simulator.clock.advance('31 days')
    expect(simulator.books.check()).toEqual([])
  })

  it('is written as one of this version, with the same content', () => {
    const again = createSimulator({ world: createSimulator({ world: leftJson('world.json.gz') }).export() })
    expect(again.books.trialBalance()).toEqual(rows)
  })
})

it('former names of types are those of this version', () => {
  const simulator = createSimulator()
  const clock: ClockFace = simulator.clock
  const organization: OrganizationFace = simulator.organization('other')
  const port: Port = simulator.fetch
  expect([clock.now, organization.records.invoices.count(), typeof port]).toEqual([clock.now, 0, 'function'])
})

it('rows of a sandbox open', () => {
  const simulator = createSimulator({ world: leftJson('rows.json.gz'), trusted: true })
  expect([simulator.records.invoices.count(), simulator.books.check()]).toEqual([1, []])
})

it('a recording is answered alike', async () => {
  const { exchanges, alike, unexplained } = await replay(leftJson('recording.har'))
  expect([exchanges, alike, unexplained]).toEqual([6, 6, []])
})

describe('the reports of the shards of an exploration', () => {
  const shards = [leftJson('shard-1.json'), leftJson('shard-2.json')]

  it('are merged', () => {
    const { survived, failure } = explore.merge(shards)
    expect([survived, failure?.complaint]).toEqual([false, COMPLAINT])
  })

  it('have a plan that still breaks the program', async () => {
    const { plan } = explore.merge(shards).failure ?? expect.unreachable()
    const items = [{ item_id: 1, quantity: '2', rate: '60.00', position: 1 }]
    const invoice = { date: '2026-01-15', company_id: 1, customer_id: 1, reference_number: 'R-1', items }
    const report = await explore.once(
      {
        world: createSimulator(),
        rounds: 2,
        start({ fetch, baseUrl, apiKey, sleep }) {
          let isDone = false
          const send = async () => {
            const headers = { 'X-API-KEY': apiKey(), 'Content-Type': 'application/json' }
            const sent = { method: 'POST', headers, body: JSON.stringify(invoice) }
            isDone = (await fetch(`${baseUrl}/public/v1/invoices/`, sent)).ok
          }
          const run = async () => {
            for (let attempt = 1; attempt <= 3 && !isDone; attempt += 1) await send().catch(() => sleep(2000))
          }
          return { run }
        },
        check: noDuplicates('invoices', 'reference_number'),
      },
      plan,
    )
    expect(report.failure?.complaint).toBe(COMPLAINT)
  })
})

/** The module of examples/python, which users copied, sends options with every matcher. */
describe('a matcher over HTTP takes empty options', () => {
  const ofOthers = ['toHaveReceived', 'toHaveSurvived']
  const names = Object.keys(matchers).filter((name) => !ofOthers.includes(name))

  it.each(names)('%s', async (name) => {
    const door = controls(createSimulator())
    const records = name === 'toHaveNoDuplicates' ? { records: 'invoices' } : {}
    const body = JSON.stringify({ options: {}, ...records })
    const asked = new Request(`http://simulator/__simulator/matchers/${name}`, { method: 'POST', body })
    const answer = await door(asked)
    expect([answer?.status, await answer?.json()]).toEqual([200, { pass: true, message: '' }])
  })
})
