import type { Row } from '../../kernel/store'
import { recordType } from '../record-type'
import { findRecord } from '../work'
import type { World } from '../world'
import type { CheckSource } from './paper-check'

/** What a check says of the record that it pays. */
export function checkColumns(world: World, organization: string, { resource, row }: CheckSource): Row {
  const account = findRecord(world, organization, 'accounts', 'number', row.account_number)
  return {
    source: resource.definition.name,
    transaction_date: row.transaction_date,
    source_record_type: recordType(resource.definition),
    source_record_id: row.internal_id,
    source_record_number: row.number,
    company_id: row.company_id,
    memo: row.memo,
    amount: row.amount,
    currency: row.currency_iso_4217_code,
    account_number: row.account_number,
    account_id: account?.id ?? null,
    payee_name: payeeName(world, organization, row),
    customer_id: row.customer_id ?? null,
    vendor_id: row.vendor_id ?? null,
  }
}

/** Vendors may go by another name on their checks. */
function payeeName(world: World, organization: string, source: Row): unknown {
  const payee =
    findRecord(world, organization, 'vendors', 'id', source.vendor_id) ??
    findRecord(world, organization, 'customers', 'id', source.customer_id)
  return payee?.name_on_check || payee?.name || null
}
