import { LEDGER, type LedgerTransaction } from '../books/ledger'
import { texts } from '../texts'
import type { World } from '../world'
import { activeCheck, type CheckSource } from './paper-check'

/** The record behind a ledger transaction, or why no check can be made for it (docs/service.md §4.6.17). */
export function findSource(world: World, organization: string, transactionId: number): CheckSource | string {
  world.assumptions.read('paper-check-transaction')
  const transaction = world.store.table<LedgerTransaction>(organization, LEDGER).get(transactionId)
  if (!transaction) return texts.unknown('Transaction', transactionId)
  const { record_type, record_number } = transaction
  const resource = world.machine.resource(record_type)
  const row = world.store.table(organization, record_type).get(record_number)
  const { model, paperCheck } = resource.definition
  if (!row || !paperCheck) return texts.noPaperCheck(model, record_number)
  if (row.record_status !== 'posted') return texts.notPosted(model, record_number)
  if (activeCheck(world, organization, row)) return texts.hasPaperCheck(model, record_number)
  return { resource, row }
}
