import type { Row } from '../../kernel/store'
import { type CompiledType, recordType } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { type Message, messages } from '../model/refusals'
import { numberOf, textOf } from '../model/row'
import { ACCOUNTS, LEDGER } from '../model/tables'

/** The columns of a check that follow from the record it pays. */
export function checkColumns(scope: Scope, { type, row }: CheckSource): Row {
  const account = findRecord(scope, ACCOUNTS, 'number', row.account_number)
  return {
    source: type.definition.name,
    transaction_date: row.transaction_date,
    source_record_type: recordType(type.definition),
    source_record_id: row.internal_id,
    source_record_number: row.number,
    company_id: row.company_id,
    memo: row.memo,
    amount: row.amount,
    currency: row.currency_iso_4217_code,
    account_number: row.account_number,
    account_id: account?.id ?? null,
    payee_name: payeeName(scope, row),
    customer_id: row.customer_id ?? null,
    vendor_id: row.vendor_id ?? null,
  }
}

/** A vendor may have another name for checks. */
function payeeName(scope: Scope, source: Row): unknown {
  const payee =
    findRecord(scope, 'vendors', 'id', source.vendor_id) ??
    findRecord(scope, 'customers', 'id', source.customer_id)
  return payee?.name_on_check || payee?.name || null
}

/** The record of a ledger transaction, or the reason why it cannot have a check (§4.6.17). */
export function findSource(scope: Scope, transactionId: number): CheckSource | Message {
  const { world, organization } = scope
  world.assumptions.noteUse('paper-check-transaction')
  const transaction = world.store.table(organization, LEDGER).get(transactionId)
  if (!transaction) return messages.unknown('Transaction', transactionId)
  const { record_type, record_number } = transaction
  const type = world.registry.type(record_type)
  const row = world.store.table(organization, record_type).get(record_number)
  const { model, paperCheck } = type.definition
  if (!row || !paperCheck) return messages.noPaperCheck(model, record_number)
  if (row.record_status !== 'posted') return messages.notPosted(model, record_number)
  if (activeCheck(scope, row)) return messages.hasPaperCheck(model, record_number)
  return { type, row }
}

export const PAPER_CHECKS = 'paperChecks'

/** A record that a check can pay. */
export interface CheckSource {
  readonly type: CompiledType
  readonly row: Row
}

export function sourceOfCheck({ world, organization }: Scope, check: Row): CheckSource | undefined {
  const source = textOf(check, 'source')
  const type = world.registry.find(source)
  const row = world.store.table(organization, source).get(numberOf(check, 'source_record_number'))
  return type && row && { type, row }
}

/** The active check of a record, which rules out another one. There is at most one. */
export function activeCheck({ world, organization }: Scope, source: Row): Row | undefined {
  if (!world.registry.find(PAPER_CHECKS)) return undefined
  const table = world.store.table(organization, PAPER_CHECKS)
  return table
    .rowsWhere('source_record_id', numberOf(source, 'internal_id'))
    .find((check) => check.record_status !== 'archived')
}
