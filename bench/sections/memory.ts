import { createSimulator } from '../built'
import { heapUsed } from '../heap'
import { invoiceBody } from '../invoices'
import { figureLine } from '../report'

/** Heap used by a stored invoice: its row, its ledger transaction, their keys and indexes. */
const RECORDS = 10_000

console.log('\nmemory: bytes of heap that one stored invoice keeps')
for (const [lines, most] of [
  [1, undefined],
  [5, 4000],
] as const) {
  const simulator = createSimulator({ rateLimits: false })
  const create = (count: number): void => {
    for (let made = 0; made < count; made += 1)
      simulator.records.invoices.create(invoiceBody(1 + (made % 4), lines))
  }
  create(500) // compiles what would otherwise be counted
  const before = heapUsed()
  create(RECORDS)
  const bytes = Math.round((heapUsed() - before) / RECORDS)
  figureLine(`${lines} line${lines === 1 ? ' ' : 's'}`, bytes, 'bytes', most)
}
