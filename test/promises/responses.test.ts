import { describe, expect, it } from 'vitest'
import type { Json } from '../support/client'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'
import { table } from '../support/table'

const GROUPS: Readonly<Record<string, string>> = {
  ACT: 'created_by updated_by',
  COM: 'company_id company_name company_currency',
  COMMON: 'ACT COM internal_id number transaction_ids classifications',
  APR: 'approval_status next_approvers rejected_by',
  CUR: 'currency_iso_4217_code',
  RATE: 'exchange_rate',
  DATES: 'date transaction_date',
  ADDR: 'bill_to_address ship_to_address billing_address shipping_address',
  ATT: 'attachments',
  CF: 'custom_fields',
  ADDRESS: 'street city state postal_code country second_line name',
  RECURRING:
    'ACT COM internal_id number name memo date status record_payload rrule next_occurrence last_generated recurring_type records',
}

/** Response members as docs/service.md lists them: of the record itself, of its entry in a list, of what it holds. */
const rows = table(`
  name                 within          | members
  accounts             -               | ACT id name number description is_active is_system company_id account_type CUR category_1099 system_ref
  items                -               | ACT id name is_active sku description item_type record_status product_tax_code_id expense_account_id income_account_id deferral_account_id asset_account_id discount_account_id default_classification_line_ids default_rev_rec_method default_rev_rec_invoice_frequency default_rev_rec_invoice_interval
  classifications      -               | ACT id name is_active selections required_for_records parent_id parent_name
  classifications      selections      | id name is_active parent_id parent_name
  classificationLines  -               | id name is_active classification_id classification_name
  companies            -               | ACT id name parent_company_id CUR address tin tin_type is_active is_elimination fiscal_year_end_month
  companies            address         | ADDRESS
  customers            -               | ACT APR CF id address country name unique_id website email customer_type is_active phone record_status is_taxable default_tax_code default_currency shipping_address
  customers            shipping_address  | ADDRESS
  customers            list            | ACT APR CF id full_address shipping_address name unique_id email website customer_type is_active phone
  vendors              -               | ACT APR id company_id company_name is_active vendor_type name email phone website unique_id single_address country is_1099_eligible address tin tin_type ATT record_status term_id customer_account_number name_on_check bank_account_number bank_routing_number bank_account_type CF term_name
  vendors              list            | ACT APR id company_id company_name is_active vendor_type name email phone website unique_id single_address country is_1099_eligible address tin tin_type record_status CF
  vendors              attachments     | id file_name file_size download_url
  journalEntries       -               | COMMON APR CUR RATE DATES amount memo reversal_date record_status ATT CF items reversal_items
  journalEntries       items           | id account_number debit credit position memo classifications customer_id customer_name vendor_id vendor_name currency
  journalEntries       reversal_items  | id account_number debit credit position memo classifications customer_id customer_name vendor_id vendor_name currency account_id line_type original_line_id
  invoices             -               | COMMON APR CUR RATE DATES ADDR ATT CF customer_id customer_name payment term_id term_name items amount amount_due paid_total memo due_date record_status recurring_record_number reference_number sales_order_id contracted
  invoices             items           | id item_id quantity rate position memo classifications
  invoices             payment         | type id body link
  invoices             billing_address  | ADDRESS
  invoices             created_by      | actor_type email first_name last_name timestamp
  customerPayments     -               | COMMON CUR RATE DATES ATT CF customer_id customer_name check_number account_number undeposited_funds_currency unassigned_amount memo items line_date_validation amount bank_or_undeposited_account_amount customer_deposits record_status
  customerPayments     items           | id position amount invoice_number customer_credit_number customer_id vendor_id description account_id bank_or_undeposited_account_amount
  recurringInvoices    -               | RECURRING
  recurringJournalEntries  -           | RECURRING
`)

const expand = (text: string): string[] =>
  text.split(' ').flatMap((word) => (word in GROUPS ? expand(GROUPS[word] ?? '') : [word]))

describe.each(rows)('$name ($within)', ({ name, within, members }) => {
  const definition = everything.definitions.find((one) => one.name === name)
  it('has every member of the description, whatever was sent', () => {
    if (!definition) throw new Error(`there is no record type ${name}`)
    for (const extent of within === '-' || within === 'list'
      ? (['needed', 'full'] as const)
      : (['full'] as const)) {
      const ground = groundOf(everything)
      const { make, records, idOf } = ground
      const record = records(definition).get(idOf(definition, make(definition, { extent })))
      const shown = within === 'list' ? records(definition).list().items.at(-1) : inside(record, within)
      for (const member of expand(members)) expect.soft(shown, `${extent}: ${member}`).toHaveProperty(member)
    }
  })
})

const inside = (record: Json, member: string): unknown => {
  if (member === '-') return record
  const held = record[member]
  return Array.isArray(held) ? held[0] : held
}

it('every record type of the wire is in the table', () => {
  const offered = everything.definitions.filter(({ operations }) => operations.v1 || operations.v2)
  const listed = new Set<string>(rows.map(({ name }) => name))
  expect(offered.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
})
