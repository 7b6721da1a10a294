/**
 * The integration of this folder against the simulator: the first act of `npm run demo`. Everything here is set-up and
 * print-out; the files without `demo` in their names do not know that the service is simulated.
 */
import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { Act } from '../demo-page'
import { readBatch } from './batch'
import { Client } from './client'
import { shortTimeline } from './demo-timeline'
import { trialBalanceTable } from './demo-trial-balance'
import { printReconciliation } from './print-reconciliation'
import { reconcile } from './reconcile'
import { type SyncReport, sync } from './sync'

const COMPANY = 1

const act = new Act('Invoice sync: a company brings its export to the accounting service')
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

const started = performance.now()
const first = await sync(client, batch, COMPANY)
const took = Math.round(performance.now() - started)
const requests = [...simulator.traffic]
const refused = requests.filter(({ response }) => response?.status === 429)
const asked = `${requests.length} requests, ${refused.length} of them refused with 429, one answer lost.`
const waited = `Its ${waitedSeconds} seconds of waiting took ${took} ms here.`
act.part('First run', ...reportLines(first))
act.part('What the service saw (simulator.traffic, runs shortened)', shortTimeline(String(simulator.traffic)))

const second = await sync(client, batch, COMPANY)
act.part('Second run: everything is found, nothing is written', ...reportLines(second))

const reconciliation = await reconcile(client, batch, COMPANY)
act.part('What is still due, by the service and by the files', printReconciliation(reconciliation))

const { text, debits, credits } = trialBalanceTable(simulator.books.trialBalance(COMPANY))
act.part(`Trial balance of company ${COMPANY}, in USD (simulator.books.trialBalance)`, text)

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
server.close()
const summary = [
  `${createdBy(first)} rows came in by ${asked} ${waited}`,
  `A second run created ${createdBy(second) || 'nothing'}.`,
  reconciliation.balances.map(({ due, currency }) => `${due} ${currency}`).join(' and ') +
    (reconciliation.differences.length === 0
      ? ' are due: the files say the same.'
      : ' are due: the files differ.'),
  ...broken.map(({ invariant, where, text }) => `! ${invariant}: ${where}: ${text}`),
]
process.exitCode = act.end(summary, checks) ? 0 : 1

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
