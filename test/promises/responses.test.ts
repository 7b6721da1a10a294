import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { documentedMembers } from '../support/documented-members'
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
  TS: 'created_at updated_at',
  ITEM: 'item_id quantity rate position memo classifications',
  EXPENSE:
    'account_number quantity rate position expense_description customer_id customer_name vendor_id vendor_name classifications',
  AMT: 'net_amount tax_amount gross_amount amount',
  ADDRESS: 'street city state postal_code country second_line name',
  RECURRING:
    'ACT COM internal_id number name memo date status record_payload rrule next_occurrence last_generated recurring_type records',
}

/**
 * Members that docs/service.md describes in tables and sentences: of the record itself, of its entry in a list, of what
 * it holds.
 */
const described = table(`
  name                 within          | members
  items                -               | ACT id name is_active sku description item_type record_status product_tax_code_id expense_account_id income_account_id deferral_account_id asset_account_id discount_account_id default_classification_line_ids default_rev_rec_method default_rev_rec_invoice_frequency default_rev_rec_invoice_interval
  classifications      -               | ACT id name is_active selections required_for_records parent_id parent_name
  classifications      selections      | id name is_active parent_id parent_name
  classificationLines  -               | id name is_active classification_id classification_name
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
  invoices             shipping_address  | ADDRESS
  invoices             attachments     | id file_name file_size download_url
  invoices             list            | COMMON APR CUR RATE DATES customer_id customer_name items amount amount_due paid_total memo due_date record_status reference_number
  recurringInvoices    -               | RECURRING
  recurringBills       -               | RECURRING
  recurringJournalEntries  -           | RECURRING
  bankTransfers        -               | COMMON DATES RATE CUR debit_bank_account_number credit_bank_account_number amount memo record_status
  customerRefunds      items           | customer_credit_number customer_prepayment_number amount position bank_or_credit_card_amount
  customerPrepaymentApplications  items  | invoice_number amount amount_due position
  customerCredits      items           | ITEM AMT tax
  cashSales            -               | customer_deposits
  cashSales            items           | id ITEM AMT tax bank_or_undeposited_account_amount
  cashSales            billing_address  | ADDRESS
  customerDeposits     -               | COMMON CUR RATE DATES ATT CF account_id memo check_number items amount record_status
  customerDeposits     items           | id classifications cash_sale_number customer_payment_number customer_prepayment_number vendor_refund_number account_id description customer_id vendor_id
  salesOrders          -               | COMMON APR CUR RATE DATES TS ADDR ATT CF customer_id customer_name memo items term_id term_name reference_number amount invoiced_total due_total invoiced_status recurring_record_number record_status
  salesOrders          items           | id ITEM AMT tax quantity_invoiced quantity_due item_type
  bills                items           | id ITEM company_id amount
  bills                expenses        | id EXPENSE company_id amount
  purchaseOrders       -               | COMMON APR CUR RATE DATES ATT vendor_id vendor_name memo items term_id term_name reference_number amount billed_total due_total billed_status record_status
  purchaseOrders       items           | id ITEM AMT tax quantity_billed quantity_due
  directExpenses       -               | COMMON CUR RATE DATES ATT CF vendor_id vendor_name account_number bank_or_credit_card_amount memo check_number items amount record_status
  directExpenses       items           | id EXPENSE AMT tax bank_or_credit_card_amount
  vendorPayments       items           | bill_number vendor_credit_number journal_entry_line_id intercompany_journal_entry_line_id amount position bank_or_credit_card_amount
  vendorPrepayments    -               | COMMON CUR RATE DATES TS ATT CF vendor_id vendor_name account_number check_number amount bank_or_undeposited_funds_amount memo used_amount remaining_amount paper_check_status record_status
  vendorPrepaymentApplications  -      | COMMON CUR RATE DATES TS ATT vendor_id vendor_name vendor_prepayment_number vendor_credit_number memo items amount record_status
  vendorPrepaymentApplications  items  | bill_number amount amount_due position
  vendorCredits        -               | COMMON CUR RATE DATES ATT CF bill_number direct_expense_number vendor_id vendor_name memo items expenses amount used_amount remaining_amount record_status
  vendorCredits        items           | id ITEM AMT tax item_name
  vendorCredits        expenses        | id EXPENSE AMT tax account_name
  vendorRefunds        -               | COMMON CUR RATE DATES ATT CF vendor_id vendor_name check_number account_number memo items bank_or_credit_card_amount amount record_status
  budgets              classifications | id name line_id line_name
  fixedAssets          -               | ACT internal_id number company_id company_name name serial_number CUR RATE purchase_date memo cost status asset_account_number expense_account_number accumulation_account_number vendor_id vendor_name record_status address classifications source_lines useful_life salvage_value depreciation_method depreciation_start_date convention depreciation_frequency acceleration_factor accumulated_beginning_balance accumulated_through property_class ads_recovery_period custom_schedule custom_schedule_type
  fixedAssets          address         | ADDRESS
  fixedAssets          classifications  | id name line_id line_name parent_classification_id parent_classification_line_id
  fixedAssets          source_lines    | type id parent_record_id
  fixedAssets          custom_schedule  | value period_count
  approvalPolicies     -               | id record_type name is_active description version priority company_ids applies_to_all_companies allow_self_approval pending_approval_count steps roles
  approvalPolicies     list            | id record_type name is_active description version priority company_ids applies_to_all_companies allow_self_approval pending_approval_count
  approvalPolicies     steps           | name order conditions substeps approver_ids approve_condition
  contracts            -               | billing_start_date billing_frequency billing_interval billing_anchor_weekday recognition_start_date recognition_frequency recognition_interval recognition_anchor_weekday
  contracts            obligations     | id item_id quantity rate position memo classifications term_id standalone_selling_price recognition_strategy obligation_conditions billing_start_date billing_end_date billing_frequency billing_interval sync_billing_with_recognition skip_invoice_generation recognition_start_date recognition_end_date recognition_frequency recognition_interval discount_type discount_value amount discount_amount net_amount
  contracts            billing_address  | ADDRESS
  contracts            payment         | type id body link
  contracts            contract_attachments  | id file_name file_size download_url
  vendorRefunds        items           | vendor_credit_number vendor_prepayment_number amount position bank_or_credit_card_amount
`)

/** Lists of members are read from docs/service.md. */
const listed = documentedMembers().map(({ name, members }) => ({
  name,
  within: '-',
  members: members.join(' '),
}))
const rows = [...listed, ...described]

/** Members that these responses never contain, although one might expect them. */
const absent = table(`
  name                 within  | members
  invoices             items   | tax net_amount tax_amount gross_amount amount
  bills                items   | tax net_amount tax_amount gross_amount
  bills                expenses  | tax net_amount tax_amount gross_amount
  bills                -       | custom_fields
  vendors              list    | attachments term_id term_name name_on_check bank_account_number bank_routing_number bank_account_type
  bankTransfers        -       | attachments custom_fields approval_status next_approvers rejected_by
  customerCredits      -       | approval_status next_approvers rejected_by
  contracts            -       | prepared_invoices exchange_rate transaction_ids internal_id created_by approval_status next_approvers rejected_by
  purchaseOrders       -       | custom_fields
  vendorPrepaymentApplications  -  | custom_fields
  customerCredits      items   | id
  customerDeposits     items   | amount position account_number
  customerDeposits     -       | account_number
  budgets              -       | created_by updated_by created_at number internal_id company_currency transaction_ids
  budgets              classifications  | parent_classification_id parent_classification_line_id
  fixedAssets          -       | date transaction_date amount transaction_ids company_currency created_at updated_at deleted attachments custom_fields
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

describe.each(absent)('$name ($within)', ({ name, within, members }) => {
  it('has none of what the description leaves out', () => {
    const definition = everything.definitions.find((one) => one.name === name) as Definition
    const { make, records } = groundOf(everything)
    const record = make(definition, { extent: 'full' })
    const shown = within === 'list' ? records(definition).list().items.at(-1) : inside(record, within)
    expect(shown).toBeInstanceOf(Object)
    for (const member of members.split(' ')) expect.soft(shown).not.toHaveProperty(member)
  })
})

const inside = (record: Json, member: string): unknown => {
  if (member === '-') return record
  const held = record[member]
  return Array.isArray(held) ? held[0] : held
}

it('every record type of the wire is in the table', () => {
  const offered = everything.definitions.filter(({ operations }) => operations.v1 || operations.v2)
  const known = new Set<string>(rows.map(({ name }) => name))
  expect(offered.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
