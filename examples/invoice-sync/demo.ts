/**
 * The integration of this folder against the simulator: `npm run demo`. Everything here is set-up and
 * print-out; the files without `demo` in their names do not know that the service is simulated.
 */
import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { readBatch } from './batch'
import { Client } from './client'
import { shortTimeline } from './demo-timeline'
import { trialBalanceTable } from './demo-trial-balance'
import { printReconciliation } from './print-reconciliation'
import { reconcile } from './reconcile'
import { type SyncReport, sync } from './sync'

const COMPANY = 1

const simulator = createSimulator()
const server = setupServer(...handlers(simulator))
server.listen({ onUnhandledRequest: 'error' })

// Once, the answer to a payment gets lost on its way: the service has made it, the integration cannot know.
const lostAnswer = simulator.faults.inject({
  on: 'POST /public/v1/customer-payments/',
  skip: 24,
  then: { loseResponse: true },
})

// The integration waits as it always does; here waiting moves the service's clock instead of taking time.
let waitedSeconds = 0
const client = new Client({
  baseUrl: simulator.baseUrl,
  apiKey: simulator.apiKey,
  sleep: async (milliseconds) => {
    waitedSeconds += milliseconds / 1000
    await simulator.clock.advance({ milliseconds })
  },
})
const batch = await readBatch(new URL('./data/', import.meta.url))

heading('1  First run: a company brings its export to the accounting service')
const started = performance.now()
const first = await sync(client, batch, COMPANY)
const took = Math.round(performance.now() - started)
const requests = [...simulator.traffic]
const refused = requests.filter(({ response }) => response?.status === 429)
print(
  ...reportLines(first),
  '',
  `${requests.length} requests, ${refused.length} of them refused with 429, one answer lost.`,
  `The integration waited ${waitedSeconds} seconds for the service, which took ${took} ms here.`,
)

heading('2  What the service saw (simulator.traffic, runs shortened)')
print(shortTimeline(String(simulator.traffic)))

heading('3  Second run: everything is found, nothing is written')
const second = await sync(client, batch, COMPANY)
print(...reportLines(second))

heading('4  What is still due, by the service and by the files')
const reconciliation = await reconcile(client, batch, COMPANY)
print(printReconciliation(reconciliation))

heading(`5  Trial balance of company ${COMPANY}, in USD (simulator.books.trialBalance)`)
const { text, debits, credits } = trialBalanceTable(simulator.books.trialBalance(COMPANY))
print(text)

heading('6  Checks')
const broken = simulator.books.check()
const payments = simulator.records.customerPayments.count()
const checks: [boolean, string][] = [
  [failuresOf(first).length === 0, 'the first run brought in every row'],
  [refused.length > 0, `it was refused ${refused.length} times for speed and came through`],
  [lostAnswer.hits === 1 && payments === 20, 'the payment whose answer was lost was made once'],
  [createdBy(second) === 0 && failuresOf(second).length === 0, 'the second run created nothing'],
  [reconciliation.differences.length === 0, 'service and files agree to the cent'],
  [debits === credits, `debits and credits are equal: ${debits}`],
  [broken.length === 0, 'simulator.books.check() finds nothing broken'],
]
print(...checks.map(([holds, text]) => `${holds ? '✓' : '✗'} ${text}`))
print(...broken.map(({ invariant, where, text }) => `  ! ${invariant}: ${where}: ${text}`))

server.close()
process.exitCode = checks.every(([holds]) => holds) ? 0 : 1

function reportLines(report: SyncReport): string[] {
  return Object.entries(report).flatMap(([kind, { created, found, failed }]) => [
    `${kind.padEnd(10)} ${String(created).padStart(3)} created ${String(found).padStart(3)} found`,
    ...failed.map((text) => `  ! ${text}`),
  ])
}

function createdBy(report: SyncReport): number {
  return Object.values(report).reduce((sum, tally) => sum + tally.created, 0)
}

function failuresOf(report: SyncReport): string[] {
  return Object.values(report).flatMap((tally) => tally.failed)
}

function heading(text: string): void {
  console.log(`\n${text}\n${'═'.repeat(text.length)}`)
}

function print(...lines: string[]): void {
  for (const line of lines) console.log(line)
}
