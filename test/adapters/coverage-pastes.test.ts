import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createSimulator, type InvoiceInput, type Simulator, verifyWebhook } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { COVERAGE_FOLDER, FactFolder } from '../../src/tools/coverage/fact-folder'
import { JoinedFacts } from '../../src/tools/coverage/joined-facts'
import type { NeverMetRow } from '../../src/tools/coverage/met-rows'
import { offerOf } from '../../src/tools/coverage/operations'
import { type CoverageReport, coverageReport } from '../../src/tools/coverage/report'
import { coverageText } from '../../src/tools/coverage/report-text'

const customer = (name: string) => ({
  name,
  unique_id: name,
  customer_type: 'company',
  email: 'a@example.com',
  is_active: true,
  address: '1 Market Street',
  country: 'US',
  phone: '555-0100',
  website: 'https://acme.example',
})
const HOOK = 'https://app.example.com/hooks'
const before = process.env[COVERAGE_FOLDER]
let folder: FactFolder
/** A folder for each program, so that none has the facts of another. */
function newFolder(): void {
  folder?.remove()
  folder = new FactFolder()
  process.env[COVERAGE_FOLDER] = folder.path
}
afterEach(newFolder)
afterAll(() => {
  folder.remove()
  delete process.env[COVERAGE_FOLDER]
  if (before !== undefined) process.env[COVERAGE_FOLDER] = before
})

const reportOf = (simulator = createSimulator()): CoverageReport =>
  coverageReport(folder.join(), offerOf(simulator), [])

/** Customers are the same by their path alone, also under another name. */
const keyOf = (body: object = {}): string =>
  'url' in body ? String(body.url) : 'items' in body ? JSON.stringify(body.items).replaceAll(/\W/g, '') : ''

/** A program that tries each write twice, reads all pages and has a receiver. */
class Program {
  readonly simulator: Simulator
  secret = ''

  /** @param paste a line that makes the simulator itself makes this one */
  constructor({ paste }: NeverMetRow) {
    const make = paste.startsWith('createSimulator(')
    this.simulator = make
      ? new Function('createSimulator', `return ${paste}`)(createSimulator)
      : createSimulator()
  }

  readonly receive = async (request: Request): Promise<Response> => {
    const { secret } = this
    const body = await request.text()
    const { ok } = verifyWebhook({ secret, body, headers: request.headers, now: this.#now() })
    return new Response(null, { status: ok ? 204 : 400 })
  }
  #now = () => Date.parse(this.simulator.clock.now)

  async ask(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ items: unknown[]; secret: string; id: string }> {
    const response = await this.simulator.fetch(this.simulator.baseUrl + path, {
      method,
      headers: {
        'x-api-key': this.simulator.apiKey,
        'content-type': 'application/json',
        'idempotency-key': `${method}${path}${keyOf(body)}`,
      },
      signal: AbortSignal.timeout(50),
      ...(body && { body: JSON.stringify(body) }),
    })
    return await response.json()
  }

  /** Undefined if the answer does not come, or cannot be read. */
  readonly tolerant = (...call: Parameters<Program['ask']>) => this.ask(...call).catch(() => undefined)

  /** Everything, with what a test pastes in between. */
  async live(paste: NeverMetRow): Promise<void> {
    const { simulator } = this
    const { secret } = await this.ask('POST', '/public/v2/webhooks/', {
      url: HOOK,
      topics: ['core.invoice/created'],
    })
    this.secret = secret
    if (paste.what !== 'received') simulator.webhooks.connect(HOOK, this.receive)
    simulator.make.invoice()
    const isForReading = paste.paste.endsWith('// just before the list is read')
    const [said = '', between = ''] = paste.paste.split(' // and, between the tries: ')
    const line = said.startsWith('createSimulator(') ? '' : said
    if (!isForReading) await this.#play(line)
    const made = await this.tolerant('POST', '/public/v1/customers/', customer('Acme'))
    await this.#play(between)
    const name = paste.what === 'same key, another body' ? 'Other' : 'Acme'
    if (made === undefined) await this.tolerant('POST', '/public/v1/customers/', customer(name))
    await this.tolerant('POST', '/public/v2/webhooks/', {
      url: `${HOOK}/2`,
      topics: ['core.invoice/created'],
    })
    await this.tolerant('GET', '/public/v1/customers/1/')
    if (isForReading) await this.#play(line)
    for (let offset = 0, items: unknown[] = []; offset === 0 || items.length === 100; offset += 100)
      items = (await this.tolerant('GET', `/public/v1/customers/?offset=${offset}`))?.items ?? []
    await this.#sellAndCollect()
    await simulator.webhooks.flush()
    await simulator.clock.advance('1 day')
    for (const { uuid } of simulator.webhooks.registered)
      await this.tolerant('PATCH', `/public/v2/webhooks/${uuid}/`, { is_active: true })
    simulator[Symbol.dispose]()
  }

  /** Sells once more, and takes the whole amount of each invoice, whether it is open or not. */
  async #sellAndCollect(): Promise<void> {
    const known = (await this.tolerant('GET', '/public/v1/invoices/'))?.items ?? []
    if (known.length === 100) await this.tolerant('GET', '/public/v1/invoices/?offset=100')
    const day = { date: this.simulator.clock.now.slice(0, 10), company_id: 1 }
    const dollars = { currency_iso_4217_code: 'USD', exchange_rate: '1' }
    const line = { item_id: 1, quantity: '1', rate: '10.00', position: 1 }
    await this.tolerant('POST', '/public/v1/invoices/', { ...day, ...dollars, customer_id: 1, items: [line] })
    for (const { number, amount, customer_id } of known as {
      number: number
      amount: string
      customer_id: number
    }[])
      await this.tolerant('POST', '/public/v1/customer-payments/', {
        ...{ ...day, ...dollars, customer_id, check_number: '', memo: '', undeposited_funds_currency: 'USD' },
        items: [{ invoice_number: number, amount, position: 1 }],
      })
  }

  #play(line: string): unknown {
    const names = ['simulator', 'receive', 'secret', 'checkReceiver', 'expect']
    const body = `return (async () => { ${line.replace(/\/\/ .*/, '')} })()`
    return new Function(...names, body)(this.simulator, this.receive, this.secret, checkReceiver, expect)
  }
}

const CALM = { what: 'received', paste: '' } as NeverMetRow
const nameOf = ({ what, operation }: { what: string; operation: string }): string => `${operation} ${what}`
let calm: CoverageReport
beforeAll(async () => {
  newFolder()
  await new Program(CALM).live(CALM)
  calm = reportOf()
  newFolder()
})

it('a calm program has met little', () => {
  expect(calm.dimensions.map(({ name, met, of }) => `${name} ${met.length}/${of}`)).toMatchInlineSnapshot(`
    [
      "statuses 8/21",
      "misfortunes 0/14",
      "repeats 0/2",
      "pages 0/3",
      "webhooks 0/9",
      "time 0/3",
      "states 1/3",
      "money 1/6",
      "assumptions 0/26",
    ]
  `)
  expect(calm.missing.map(({ operation, paste }) => [operation, paste])).toMatchInlineSnapshot(`
    [
      [
        "POST /public/v1/customers/",
        "simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { loseResponse: true } })",
      ],
      [
        "POST /public/v1/customers/",
        "simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { status: 429, retryAfter: 20 } })",
      ],
      [
        "POST /public/v1/customers/",
        "simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { networkError: true } })",
      ],
    ]
  `)
})

it('what each line to paste promises is met when it is pasted', { timeout: 120_000 }, async () => {
  const never = calm.dimensions.flatMap(({ name, never, optional }) =>
    [...never, ...optional].map((row) => ({ name, row })),
  )
  const unmet: string[] = []
  for (const { name, row } of never) {
    await new Program(row).live(row)
    const met =
      reportOf()
        .dimensions.find((one) => one.name === name)
        ?.met.map(nameOf) ?? []
    if (!met.some((one) => one.endsWith(` ${row.what}`))) unmet.push(`${nameOf(row)}: ${row.paste}`)
    newFolder()
  }
  expect(never.length).toBeGreaterThan(30)
  expect(unmet).toEqual([])
})

/** Lines for a shell that only another command or a receiver could show. */
const ELSEWHERE = /^(#|npx accounting-simulator serve --(now|assume) |node --input-type=module )/

it('each line for tests over HTTP is one for a shell, and the controls take it', {
  timeout: 120_000,
}, async () => {
  const served = new JoinedFacts()
  newFolder()
  await new Program(CALM).live(CALM)
  for (const { times, ...fact } of folder.join().all) served.add({ ...fact, isServed: true }, times)
  const lines = coverageReport(served, offerOf(createSimulator()), []).dimensions.flatMap(
    ({ never, optional }) => [...never, ...optional].map(({ paste, what }) => ({ what, paste })),
  )
  expect(lines.length).toBeGreaterThan(50)
  const wrong: string[] = []
  for (const { what, paste } of lines) {
    expect(paste, what).not.toMatch(/simulator\.|createSimulator|(^| )\/\/ /)
    if (ELSEWHERE.test(paste)) {
      const { status, stderr } = spawnSync('sh', ['-n', '-c', paste], { encoding: 'utf8' })
      if (status !== 0) wrong.push(`${what}: ${stderr}`)
      continue
    }
    const server = await serve(createSimulator(), { controls: true })
    const env = { ...process.env, SIMULATOR_URL: server.url }
    const said = await shell(paste.replace(' # and, between the tries: ', '; '), env)
    await server.close()
    if (!/^(\{(?!"error|"detail).*\}\s*)+$/s.test(said)) wrong.push(`${what}: ${paste}: ${said}`)
  }
  expect(wrong).toEqual([])
})

/** The output of a line for a shell. */
function shell(line: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', line], { env }, (error, out, said) => resolve(`${out}${error ? said : ''}`))
  })
}

type Change = (simulator: Simulator) => unknown
/** A payment makes less of a document open. So do other changes, which are none. */
const CHANGES: readonly [change: string, make: Change, met: string][] = [
  ['a document that stays as it is', ({ make }) => make.invoice(), ''],
  [
    'an edit',
    ({ records }) => {
      const sold = (quantity: string): InvoiceInput => ({
        ...{
          date: '2026-01-15',
          company_id: 1,
          customer_id: 1,
          currency_iso_4217_code: 'USD',
          exchange_rate: '1',
        },
        items: [{ item_id: 1, quantity, rate: '10.00', position: 1 }],
      })
      const { number } = records.invoices.create(sold('1'))
      records.invoices.update(number, sold('2'))
    },
    '',
  ],
  ['an archiving', ({ make, records }) => records.invoices.remove(make.invoice().number), ''],
  ['a record without a currency of its own', ({ make }) => [make.invoice(), make.paperCheck()], ''],
  [
    'a payment in full',
    ({ make }) => {
      const { number, amount } = make.invoice()
      make.customerPayment({ items: [{ invoice_number: number, amount, position: 1 }] })
    },
    'exact payment',
  ],
  [
    'a payment in part',
    ({ make }) => {
      const { number } = make.invoice()
      make.customerPayment({ items: [{ invoice_number: number, amount: '0.01', position: 1 }] })
    },
    'partial payment',
  ],
]
it.each(CHANGES)('%s', async (_, change, met) => {
  const simulator = createSimulator()
  change(simulator)
  await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/`, {
    headers: { 'x-api-key': simulator.apiKey },
  })
  const money = reportOf().dimensions.find(({ name }) => name === 'money')
  expect((money?.met ?? []).map(({ what }) => what).join()).toBe(met)
})

/** Reads what an event tells of, on the simulator's clock, and asks for it again where that fails. */
async function reading(isForging = false) {
  const program = new Program(CALM)
  const { simulator } = program
  simulator.make.invoice()
  const { secret } = await program.ask('POST', '/public/v2/webhooks/', {
    url: HOOK,
    topics: ['core.invoice/updated'],
  })
  const receive = async (request: Request): Promise<Response> => {
    const [body, { headers }] = [await request.text(), request]
    const now = Date.parse(simulator.clock.now)
    if (!isForging && !verifyWebhook({ secret, body, headers, now }).ok)
      return new Response(null, { status: 400 })
    const read = await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/1/`, {
      headers: { 'x-api-key': simulator.apiKey },
    })
    return new Response(null, { status: read.ok ? 204 : 503 })
  }
  return { simulator, receive, secret }
}

it.each(['expect', 'node:test'])(
  'the line that checks a receiver is green for a correct one (%s)',
  async (runner) => {
    newFolder()
    await new Program(CALM).live(CALM)
    const facts = folder.join()
    if (runner === 'node:test')
      facts.add({ dimension: 'runner', operation: '', what: runner, source: 'runner' as 'test', by: null })
    const row = coverageReport(facts, offerOf(createSimulator()), [])
      .dimensions.flatMap(({ never }) => never)
      .find(({ what }) => what === 'wrong signature')
    const line = row?.paste ?? ''
    expect(line).toMatch(
      runner === 'expect' ? /; expect\(findings\)/ : /; assert\.deepEqual\(findings, \[\]\)$/,
    )
    const names = ['simulator', 'receive', 'secret', 'checkReceiver', 'expect', 'assert']
    const play = async (isForging: boolean) => {
      const { simulator, receive, secret } = await reading(isForging)
      const body = `return (async () => { ${line} })()`
      await new Function(...names, body)(simulator, receive, secret, checkReceiver, expect, assert)
    }
    await play(false)
    await expect(play(true)).rejects.toThrow(/signature/)
  },
)

it('what only some programs can meet does not count, and what none of these operations can meet is not asked', async () => {
  const { simulator } = new Program(CALM)
  const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: object) =>
    simulator.fetch(simulator.baseUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  // A mirror: it reads documents, and writes nothing but its webhook.
  const made = await send('POST', '/public/v2/webhooks/', { url: HOOK, topics: ['core.invoice/created'] })
  const { uuid } = (await made.json()) as { uuid: string }
  simulator.make.invoice()
  await send('GET', '/public/v2/invoices/')
  await send('PATCH', `/public/v2/webhooks/${uuid}/`, { is_active: true })
  const report = reportOf()
  const namesIn = (rows: 'never' | 'optional') => report.dimensions.flatMap((one) => one[rows].map(nameOf))
  const never = namesIn('never').join()
  for (const what of ['month end', 'closed period', 'over-payment', 'year end', '29 February', 'empty page'])
    expect(never).not.toContain(what)
  expect(never).toContain('overdue')
  expect(namesIn('optional')).toEqual(
    expect.arrayContaining([expect.stringContaining('29 February'), 'PATCH /public/v2/webhooks/{uuid}/ 409']),
  )
  for (const { met, never: left, of } of report.dimensions) expect(of).toBe(met.length + left.length)
  expect(report.missing.map(({ onlyIf }) => onlyIf)).toEqual([undefined, undefined, undefined])
  expect(coverageText(report)).toContain('only if your program takes the day from a clock')
})
