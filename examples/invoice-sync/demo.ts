/**
 * The integration of this folder against the simulator: `npm run demo`. Everything here is set-up and print-out;
 * none of the other files of the integration knows of the simulator.
 */
import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { readBatch } from './batch'
import { Client } from './client'
import { excerpt } from './demo-excerpt'
import { trialBalanceTable } from './demo-trial-balance'
import { printReconciliation } from './print-reconciliation'
import { reconcile } from './reconcile'
import { type SyncReport, sync } from './sync'

const COMPANY = 1
const BASE_URL = 'https://accounting.test'

const simulator = createSimulator({ baseUrl: BASE_URL })
const server = setupServer(...handlers(simulator))
server.listen({ onUnhandledRequest: 'error' })

// The integration waits as it always does; here waiting moves the service's clock instead of taking time.
let waited = 0
const client = new Client({
  baseUrl: BASE_URL,
  apiKey: simulator.apiKey,
  sleep: async (milliseconds) => {
    waited += milliseconds
    await simulator.clock.advance({ milliseconds })
  },
})
const batch = await readBatch(new URL('./data/', import.meta.url))
const started = performance.now()

heading('1  First run: the export of a company goes to the accounting service')
const first = await sync(client, batch, COMPANY)
printReport(first)
const requests = [...simulator.traffic]
const refused = requests.filter(({ response }) => response?.status === 429)
print(
  `${requests.length} requests, ${refused.length} of them refused with 429. The integration waited ${waited / 1000} seconds,`,
  `which took ${Math.round(performance.now() - started)} ms here. All 30 invoices were sent at once; 10 fit the burst:`,
)
print('', excerpt(String(simulator.traffic), '/public/v1/invoices/'))

heading('2  Second run: everything is found, nothing is written')
const second = await sync(client, batch, COMPANY)
printReport(second)

heading('3  What is still due, by the service and by the files')
const reconciliation = await reconcile(client, batch, COMPANY)
print(printReconciliation(reconciliation))

heading('4  Trial balance of company 1, in USD')
const { text, debits, credits } = trialBalanceTable(simulator.books.trialBalance(COMPANY))
print(text)

heading('5  Checks')
const broken = simulator.books.check()
const checks: [boolean, string][] = [
  [failuresOf(first).length === 0, 'the first run brought in every row'],
  [refused.length > 0, 'it met a real 429 and came through'],
  [createdBy(second) === 0 && failuresOf(second).length === 0, 'the second run created nothing'],
  [reconciliation.differences.length === 0, 'service and files agree to the cent'],
  [debits === credits, `debits and credits are equal: ${debits}`],
  [broken.length === 0, `simulator.books.check() is clean${broken.map((text) => `\n    ${text}`).join('')}`],
]
for (const [holds, text] of checks) print(`${holds ? '✓' : '✗'} ${text}`)
server.close()
process.exitCode = checks.every(([holds]) => holds) ? 0 : 1

function printReport(report: SyncReport): void {
  for (const [kind, { created, found, failed }] of Object.entries(report)) {
    print(`${kind.padEnd(10)} ${String(created).padStart(3)} created ${String(found).padStart(3)} found`)
    print(...failed.map((text) => `  ! ${text}`))
  }
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

function print(...blocks: string[]): void {
  for (const block of blocks) console.log(block)
}
