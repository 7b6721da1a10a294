import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import { itemsOf, type Json } from '../support/client'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'
import { table } from '../support/table'

const GROUPS: Readonly<Record<string, string>> = {
  ALL: 'company_id number',
  AS: 'approval_status',
  RS: 'record_status',
  TR: 'transaction_currency',
  DATES: 'start_date end_date',
}

/** Parameters of lists as docs/service.md §8.2 names them; the last of several values counts where there is one. */
const rows = table(`
  name                 repeated                                               | once
  accounts             id names numbers account_types currency category_1099 system_ref  | name description number is_active is_system company_id
  items                id item_type RS income_account_id expense_account_id   | name is_active show_inactive
  classifications      id                                                     | name is_active is_required
  classificationLines  id classification_id                                   | name is_active
  companies            id parent_company_id currency                          | name is_active is_elimination
  customers            id customer_type RS AS                                 | name unique_id email website address country state phone
  vendors              id vendor_type names RS AS                             | name unique_id email website single_address country state phone is_active is_1099_eligible tin
  journalEntries       ALL account_id customer_id vendor_id AS RS             | DATES amount_gte amount_lte
  recurringJournalEntries  ALL recurring_type                                 | DATES
  invoices             ALL integration_sources customer_id TR AS RS           | DATES due_date due_date_until
  recurringInvoices    ALL recurring_type                                     | -
  bills                ALL vendor_id AS RS                                    | DATES due_date
  recurringBills       ALL recurring_type                                     | -
  bankTransfers        ALL debit_bank_account_number credit_bank_account_number AS RS  | DATES
  budgets              company_id budget_type calendar_year RS                | DATES
  fixedAssets          ALL status RS vendor_id                                | purchase_date_gte purchase_date_lte
  approvalPolicies     id                                                     | company_id record_type is_active
  paperChecks          id RS transaction_type vendor_id customer_id account_id  | DATES
  customerPayments     ALL customer_id RS invoice_number customer_credit_number  | DATES TR
  customerPrepayments  ALL id customer_id                                     | DATES TR RS
  customerRefunds      ALL customer_id                                        | DATES TR RS
  customerPrepaymentApplications  ALL customer_id                             | DATES TR RS
  customerCredits      ALL customer_id AS                                     | DATES TR RS
  cashSales            ALL customer_id                                        | DATES TR RS
  contracts            ALL id customer_id AS                                  | DATES status contract_start_date contract_end_date
  customerDeposits     ALL customer_id RS  | DATES TR
  salesOrders          ALL customer_id invoiced_status AS RS                  | DATES
  purchaseOrders       ALL vendor_id billed_status AS RS                      | DATES billed unbilled partially_billed
  directExpenses       ALL vendor_id RS  | DATES TR
  vendorPayments       ALL vendor_id bill_number vendor_credit_number         | DATES TR RS
  vendorPrepayments    ALL vendor_id RS  | DATES TR
  vendorPrepaymentApplications  ALL vendor_id RS bill_id  | DATES TR
  vendorCredits        ALL vendor_id RS bill_number  | DATES TR
  vendorRefunds        ALL vendor_id RS vendor_credit_id  | DATES TR
`)

const namesIn = (cell: string): string[] =>
  cell === '-' ? [] : cell.split(' ').flatMap((word) => (GROUPS[word] ?? word).split(' '))

const definitionOf = (name: string): Definition =>
  everything.definitions.find((one) => one.name === name) as Definition

describe.each(rows)('the list of $name', ({ name, repeated, once }) => {
  const { filters } = definitionOf(name)
  it.each(namesIn(repeated))('takes %s several times', (parameter) => {
    expect(filters[parameter]?.test).toMatch(/^(any-of|nothing)$/)
  })
  if (once !== '-')
    it.each(namesIn(once))('takes %s once', (parameter) => {
      expect(filters[parameter]?.test ?? 'not at all').not.toMatch(/^(any-of|not at all)$/)
    })
})

it('every record type of the wire that can be listed is in the table', () => {
  const offered = everything.definitions.filter(({ operations }) => operations.v1?.includes('list'))
  const listed = new Set<string>(rows.map(({ name }) => name))
  expect(offered.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
})

it('vendor_credit_id finds refunds by the credits that they pay back, not by the prepayments', async () => {
  const ground = groundOf(everything)
  const { make, send, records } = ground
  // The lines of example refunds name credits or prepayments by turns.
  const refunds = [0, 1].map((variant) => make(definitionOf('vendorRefunds'), { variant }))
  const found = async (id: unknown) =>
    itemsOf(await send('GET', `/public/v1/vendor-refunds/?vendor_credit_id=${id}`)).map(
      ({ number }) => number,
    )
  for (const refund of refunds) {
    const [line = {}] = refund.items as Json[]
    const isCredit = line.vendor_credit_number !== null
    const document = isCredit
      ? records(definitionOf('vendorCredits')).get(line.vendor_credit_number as number)
      : records(definitionOf('vendorPrepayments')).get(line.vendor_prepayment_number as number)
    expect.soft(await found(document.internal_id)).toEqual(isCredit ? [refund.number] : [])
  }
})
