import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { judge, mutantEffectsOf, predictedOutcomes } from '../../src/command/mutate/outcome'
import type { JudgedRun } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { mutantText, UNCHANGED } from '../../src/service/mutants/mutant'
import type { MutantFact } from '../../src/service/mutants/mutant-fact'
import { MUTANT_NAMES, type MutantName } from '../../src/service/mutants/mutant-kinds'
import * as dryRun from '../../src/simulator/dry-run'
import { orderOf } from '../../src/simulator/mutation-order'
import type { Json } from '../support/client'
import { temporaryFolder } from '../support/temporary-folder'

const INVOICES = '/public/v1/invoices/'
const HOOK = 'https://receiver.test/'
const SALE = {
  ...{ date: '2026-01-15', company_id: 1, customer_id: 1, reference_number: 'A-1', record_status: 'posted' },
  items: [{ item_id: 1, quantity: '3', rate: '20.00' }],
}

/** A program that gets the simulator's fetch, and tries again when an answer is lost. */
class Program {
  readonly simulator = createSimulator({ rateLimits: false })
  readonly #fetch = this.simulator.fetch

  async send(method: string, path: string, body?: object, key?: string): Promise<Json> {
    const headers = {
      ...{ 'X-API-KEY': this.simulator.apiKey, 'Content-Type': 'application/json' },
      ...(key !== undefined && { 'Idempotency-Key': key }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const url = this.simulator.baseUrl + path
    const response = await this.#fetch(url, init).catch(() => this.#fetch(url, init))
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Json
  }

  sell = (more: object = {}, key = 'sale'): Promise<Json> =>
    this.send('POST', INVOICES, { ...SALE, ...more }, key)
}

/** The references of the invoices that a list has. */
const referencesIn = ({ items }: Json): unknown[] =>
  (items as Json[]).map(({ reference_number }) => reference_number).sort()

/** One invoice, arranged by the test. */
const arranged = ({ records }: Simulator, more: object = {}) =>
  records.invoices.create({ ...SALE, ...more } as never)

async function subscribed(simulator: Simulator, receiver: () => Response): Promise<void> {
  simulator.webhooks.connect(HOOK, receiver)
  const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ url: HOOK, topics: ['core.invoice/created'] })
  await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body })
}

/** Whole suites, each of one test: a program, and what is asserted of it. A wrong expectation is a red suite. */
const SUITES = {
  /** Looks at all that a sale writes. */
  async sale(program: Program) {
    await program.sell({ memo: 'by letter' })
    const sales = program.simulator.records.invoices.list().items
    expect(sales).toMatchObject([
      { date: '2026-01-15', customer_id: 1, record_status: 'posted', memo: 'by letter', amount: '60.00' },
    ])
    expect(sales[0]?.items?.map(({ item_id, quantity }) => [item_id, Number(quantity)])).toEqual([[1, 3]])
  },
  async lostAnswer(program: Program) {
    program.simulator.faults.inject({ on: `POST ${INVOICES}`, then: { loseResponse: true } })
    await program.sell()
    expect(program.simulator.records.invoices.count()).toBe(1)
  },
  async waiting(program: Program) {
    const { faults, clock } = program.simulator
    faults.inject({ on: `POST ${INVOICES}`, then: { status: 429, retryAfter: 20 } })
    await program.sell().catch(() => undefined)
    await clock.advance('20 seconds')
    await program.sell()
    expect(matchers.toHaveHonouredRetryAfter(program.simulator).pass).toBe(true)
  },
  async replacing(program: Program) {
    const { number } = arranged(program.simulator, { memo: 'by letter' })
    await program.send('PUT', `${INVOICES}${number}/`, {
      ...SALE,
      reference_number: 'A-2',
      memo: 'by letter',
    })
    expect(program.simulator.records.invoices.get(number)).toMatchObject({
      ...{ reference_number: 'A-2', memo: 'by letter' },
    })
  },
  /** The service keeps what such a PUT leaves out. */
  async updating(program: Program) {
    const { id } = program.simulator.make.customer({ unique_id: 'C-1' })
    await program.send('PUT', `/public/v1/customers/${id}/`, { name: 'Larch', unique_id: 'C-1' })
  },
  /** What is left out would have the same value. */
  async replacingDefaults(program: Program) {
    const { number } = arranged(program.simulator)
    await program.send('PUT', `${INVOICES}${number}/`, {
      ...SALE,
      reference_number: 'A-2',
      contracted: false,
    })
  },
  async writingTheSame(program: Program) {
    const invoice = arranged(program.simulator)
    await program.send('PUT', `${INVOICES}${invoice.number}/`, {
      ...SALE,
      items: [{ ...SALE.items[0], id: invoice.items?.[0]?.id }],
    })
  },
  async searching(program: Program) {
    for (const reference_number of ['A-1', 'B-2']) arranged(program.simulator, { reference_number })
    expect(referencesIn(await program.send('GET', `${INVOICES}?search=A-1`))).toEqual(['A-1'])
  },
  /** The filter leaves nothing out. */
  async searchingOne(program: Program) {
    arranged(program.simulator)
    expect(referencesIn(await program.send('GET', `${INVOICES}?search=A-1`))).toEqual(['A-1'])
  },
  async searchingNothing(program: Program) {
    await program.send('GET', `${INVOICES}?search=`)
  },
  async twoPages(program: Program) {
    for (const reference_number of ['A-1', 'B-2']) arranged(program.simulator, { reference_number })
    const pages = []
    for (const offset of [0, 1]) pages.push(await program.send('GET', `${INVOICES}?limit=1&offset=${offset}`))
    expect(pages.flatMap(referencesIn).sort()).toEqual(['A-1', 'B-2'])
  },
  async firstPage(program: Program) {
    await program.send('GET', `${INVOICES}?limit=1&offset=0`)
  },
  /** Every page is empty. */
  async emptyPages(program: Program) {
    for (const offset of [0, 1]) await program.send('GET', `${INVOICES}?limit=1&offset=${offset}`)
  },
  async handling(program: Program) {
    const receiver = vi.fn(() => new Response())
    await subscribed(program.simulator, receiver)
    await program.sell()
    await program.simulator.webhooks.flush()
    expect(receiver).toHaveBeenCalledTimes(1)
  },
  /** No delivery reaches the receiver. */
  async unreachable(program: Program) {
    await subscribed(program.simulator, () => new Response())
    program.simulator.faults.inject({ on: 'DELIVERY *', then: { networkError: true } })
    await program.sell()
    await program.simulator.webhooks.flush()
  },
  /** Names no other record, sends no amount, date or key, and sends it once. */
  async customer(program: Program) {
    await program.send('POST', '/public/v1/customers/', {
      ...{ name: 'Larch', address: '', country: 'US', email: '', website: '', phone: '' },
    })
  },
  async draft(program: Program) {
    await program.sell({ record_status: 'draft' })
  },
  async refused(program: Program) {
    await program.sell({ customer_id: 99_999, memo: 'by letter' }, undefined).catch(() => undefined)
  },
  async dollars(program: Program) {
    await program.sell({ currency_iso_4217_code: 'USD' })
  },
} satisfies Record<string, (program: Program) => Promise<void>>
type Suite = keyof typeof SUITES

/** A value that the service accepts stands in a row, so there is no suite in which it never matters. */
const ALWAYS_SHOWS = null
const ON = `POST ${INVOICES}`
const PUT = `PUT ${INVOICES}{record_number}/`
const GET = `GET ${INVOICES}`
const DELIVERY = 'DELIVERY core.invoice/created'

/** A kind of mutant, and three suites. `of`: what it is about in the suite that finds it. */
interface Row {
  readonly of: string
  readonly found: Suite
  /** Its requests are so already ('equivalent'), or cannot have the mutant ('not seen'). */
  readonly spared: readonly [Suite, 'equivalent' | 'not seen']
  readonly never: Suite | typeof ALWAYS_SHOWS
  /** What it is about there, if it is another member. */
  readonly neverOf?: string
}

// biome-ignore format: a table
const KINDS: Readonly<Record<MutantName, Row>> = {
  'write-not-sent':             { of: ON,                     found: 'sale',       spared: ['searching', 'not seen'],          never: 'writingTheSame', neverOf: PUT },
  'no-idempotency-key':         { of: ON,                     found: 'lostAnswer', spared: ['customer', 'not seen'],           never: 'sale' },
  'fresh-idempotency-key':      { of: ON,                     found: 'lostAnswer', spared: ['customer', 'not seen'],           never: 'sale' },
  'write-sent-twice':           { of: ON,                     found: 'sale',       spared: ['replacing', 'not seen'],          never: ALWAYS_SHOWS },
  'retry-after-ignored':        { of: ON,                     found: 'waiting',    spared: ['sale', 'not seen'],               never: ALWAYS_SHOWS },
  'member-left-out':            { of: `${ON}:memo`,           found: 'sale',       spared: ['customer', 'not seen'],           never: 'dollars', neverOf: `${ON}:currency_iso_4217_code` },
  'amount-changed':             { of: `${ON}:items.rate`,     found: 'sale',       spared: ['customer', 'not seen'],           never: ALWAYS_SHOWS },
  'quantity-changed':           { of: `${ON}:items.quantity`, found: 'sale',       spared: ['customer', 'not seen'],           never: ALWAYS_SHOWS },
  'date-changed':               { of: `${ON}:date`,           found: 'sale',       spared: ['customer', 'not seen'],           never: ALWAYS_SHOWS },
  'draft-for-posted':           { of: `${ON}:record_status`,  found: 'sale',       spared: ['draft', 'not seen'],              never: ALWAYS_SHOWS },
  'another-record':             { of: `${ON}:customer_id`,    found: 'sale',       spared: ['customer', 'not seen'],           never: ALWAYS_SHOWS },
  'unchanged-members-left-out': { of: PUT,                    found: 'replacing',  spared: ['updating', 'not seen'],           never: 'replacingDefaults' },
  'filter-left-out':            { of: `${GET}:search`,        found: 'searching',  spared: ['searchingNothing', 'equivalent'], never: 'searchingOne' },
  'first-page-only':            { of: GET,                    found: 'twoPages',   spared: ['firstPage', 'equivalent'],        never: 'emptyPages' },
  'delivery-not-handled':       { of: DELIVERY,               found: 'handling',   spared: ['sale', 'not seen'],               never: 'unreachable' },
}

afterEach(() => vi.unstubAllEnvs())
/** Plays a suite in this process, as a command plays it. */
async function played(suite: Suite, mutant: string, foresees = ''): Promise<JudgedRun> {
  const folder = temporaryFolder()
  // An order is read once for each mutant, as long as no other comes.
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', '')
  orderOf(mutant === UNCHANGED ? 'write-not-sent' : UNCHANGED)
  vi.stubEnv('ACCOUNTING_MUTANT_FORESEES', foresees)
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', folder)
  vi.stubEnv('ACCOUNTING_MUTANT', mutant)
  const problem = await SUITES[suite](new Program()).catch((error: Error) => error)
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const facts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as MutantFact)
  const isGreen = problem === undefined
  const end = { status: isGreen ? 0 : 1, isLate: false, said: problem?.message ?? '', stoppedBy: undefined }
  return { ...end, isGreen, duration: 0, facts, ends: new TestEnds([facts]), tests: new Map(), failed: [] }
}

const outcomeIn = async (suite: Suite, mutant: string) =>
  judge([await played(suite, mutant), await played(suite, mutant)], new Set()).outcome

it('leaves out nothing of a PUT that keeps what is left out', async () => {
  const put = 'PUT /public/v1/customers/{customer_id}/'
  const seen = (await played('updating', UNCHANGED)).facts.flatMap((fact) =>
    fact.seen ? [mutantText(fact.seen)] : [],
  )
  expect(seen).toEqual([`write-not-sent:${put}`, `member-left-out:${put}:unique_id`])
  expect(await outcomeIn('updating', `member-left-out:${put}:unique_id`)).toBe('equivalent')
})

it.each(['no-idempotency-key', 'fresh-idempotency-key'])(
  '%s never matters where a fault refuses the first try',
  async (kind) => {
    expect(await outcomeIn('waiting', `${kind}:${ON}`)).toBe('never mattered')
  },
)

it('a bug is found where every run is red, though some came to no end', async () => {
  const red = await played('sale', `write-not-sent:${ON}`)
  const late = { ...red, isLate: true }
  expect([judge([red, late, red], new Set()), judge([late, late], new Set())]).toEqual([
    { outcome: 'found' },
    { outcome: 'timed out' },
  ])
})

describe.each(Object.keys(SUITES) as Suite[])('what is predicted in the suite "%s"', (suite) => {
  it('is what a run with the bug shows', async () => {
    const bare = await played(suite, UNCHANGED, 'all')
    expect(bare.said).toBe('')
    const predicted = predictedOutcomes(bare)
    for (const { seen } of bare.facts) {
      if (!seen) continue
      const outcome = await outcomeIn(suite, mutantText(seen))
      const isPlayed = !['loud', 'equivalent', 'not reached'].includes(outcome)
      expect
        .soft([mutantText(seen), predicted.get(mutantText(seen))])
        .toEqual([mutantText(seen), isPlayed ? undefined : outcome])
    }
  })
})

it('one copy of the world tells whether a request is carried out, for all bugs that it can have', async () => {
  const dryRuns = vi.spyOn(dryRun, 'answerOfDryRun')
  expect((await played('refused', UNCHANGED, 'all')).said).toBe('')
  expect(dryRuns).toHaveBeenCalledTimes(1)
})

describe('a kind of bug that a client could have', () => {
  it.each(Object.keys(SUITES) as Suite[])(
    'leaves the suite "%s" green if it is not played',
    async (suite) => {
      expect(await played(suite, UNCHANGED)).toMatchObject({ said: '' })
    },
  )

  describe.each(MUTANT_NAMES)('%s', (kind) => {
    const { of, found, spared, never, neverOf = of } = KINDS[kind]

    it(`is found in "${found}"`, async () => {
      expect(await outcomeIn(found, `${kind}:${of}`)).toBe('found')
    })

    const [suite, how] = spared
    it(`is ${how} in "${suite}"`, async () => {
      const { facts } = await played(suite, UNCHANGED)
      expect(facts.some(({ seen }) => seen?.kind === kind)).toBe(how === 'equivalent')
      expect(await outcomeIn(suite, kind)).toBe(how === 'equivalent' ? 'equivalent' : 'not reached')
    })

    if (never !== ALWAYS_SHOWS)
      it(`never matters in "${never}"`, async () => {
        expect(await outcomeIn(never, `${kind}:${neverOf}`)).toBe('never mattered')
      })
    else
      it('matters in every suite that has it', async () => {
        for (const name of Object.keys(SUITES) as Suite[]) {
          const { facts } = await played(name, UNCHANGED)
          const seen = facts.flatMap((fact) => (fact.seen?.kind === kind ? [mutantText(fact.seen)] : []))
          for (const mutant of seen) {
            const run = await played(name, mutant)
            expect.soft([mutant, name, [...mutantEffectsOf(run)]]).not.toContainEqual(['alike'])
          }
        }
      })
  })
})
