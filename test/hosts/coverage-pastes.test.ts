import { execFile, spawnSync } from 'node:child_process'
import { createSimulator, type InvoiceInput, type Simulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { beforeAll, expect, it } from 'vitest'
import { JoinedFacts } from '../../src/tools/coverage/joined-facts'
import type { NeverMetRow } from '../../src/tools/coverage/met-rows'
import { offerOf } from '../../src/tools/coverage/operations'
import { type CoverageReport, coverageReport } from '../../src/tools/coverage/report'
import { measuring, Program } from '../support/coverage-program'
import { sampled } from '../support/thorough'

const { newFolder, factsSoFar, reportOf } = measuring()

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
  for (const { name, row } of sampled(never, 4)) {
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
const ELSEWHERE = /^(#|npx accounting-simulator serve --(now|assume) |: \S+ && node --input-type=module )/

it('each line for tests over HTTP is one for a shell, and the controls take it', {
  timeout: 120_000,
}, async () => {
  const served = new JoinedFacts()
  newFolder()
  await new Program(CALM).live(CALM)
  for (const { times, ...fact } of factsSoFar().all) served.add({ ...fact, isServed: true }, times)
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
