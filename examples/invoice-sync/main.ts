import { readBatch } from './batch'
import { Client } from './client'
import { printReconciliation } from './print-reconciliation'
import { reconcile } from './reconcile'
import { sync } from './sync'

/** `ACCOUNTING_URL=… ACCOUNTING_API_KEY=… npx tsx examples/invoice-sync/main.ts` */
const { ACCOUNTING_URL, ACCOUNTING_API_KEY, ACCOUNTING_COMPANY = '1' } = process.env
if (ACCOUNTING_URL === undefined || ACCOUNTING_API_KEY === undefined) {
  throw new Error('set ACCOUNTING_URL and ACCOUNTING_API_KEY')
}

const companyId = Number(ACCOUNTING_COMPANY)
const client = new Client({ baseUrl: ACCOUNTING_URL, apiKey: ACCOUNTING_API_KEY })
const batch = await readBatch(new URL('./data/', import.meta.url))
const report = await sync(client, batch, companyId)
for (const [kind, { created, found, failed }] of Object.entries(report)) {
  console.log(`${kind}: ${created} created, ${found} found, ${failed.length} failed`)
  for (const text of failed) console.error(`  ! ${text}`)
}
const reconciliation = await reconcile(client, batch, companyId)
console.log(printReconciliation(reconciliation))
const failures = Object.values(report).flatMap((tally) => tally.failed)
process.exitCode = failures.length + reconciliation.differences.length === 0 ? 0 : 1
