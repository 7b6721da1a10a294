/** The last record of each type in the responses so far. */
export type ExampleRecords = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type ExampleBody = Readonly<Record<string, unknown>>

export const EXAMPLE_DATE = '2026-01-15'
const day = { date: EXAMPLE_DATE, company_id: 1 }
const dollars = { currency_iso_4217_code: 'USD', exchange_rate: '1' }
/** Parts of documents in dollars: without a customer or vendor, with a customer, or with a vendor. */
const plain = (more: ExampleBody): ExampleBody => ({ ...day, ...dollars, ...more })
const sale = (more: ExampleBody): ExampleBody => ({ ...day, customer_id: 1, ...dollars, ...more })
const purchase = (more: ExampleBody): ExampleBody => ({ ...day, vendor_id: 1, ...dollars, ...more })
const item = (item_id: number, quantity: string, rate: string, memo = ''): ExampleBody => ({
  item_id,
  quantity,
  rate,
  position: 1,
  memo,
})
const expense: ExampleBody = { account_number: 6000, quantity: '1', rate: '80.00', position: 1 }
const invoice = sale({ term_id: 3, items: [item(1, '2', '450.00', 'Desks')] })
const bill = purchase({ term_id: 3, items: [item(2, '10', '12.50')], expenses: [expense] })
const journal = plain({
  memo: 'Bank charges',
  items: [
    { account_number: 6100, debit: '12.00', credit: '0.00', position: 1, memo: '' },
    { account_number: 1000, debit: '0.00', credit: '12.00', position: 2, memo: '' },
  ],
})
const monthly = (record_payload: ExampleBody): ExampleBody => ({
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=15',
  name: 'Every month',
  memo: '',
  ...day,
  status: 'active',
  recurring_type: 'automatic',
  record_payload,
})
const applied = (amount: string, member: string, document: ExampleBody | undefined): ExampleBody => ({
  items: [{ amount, position: 1, [member]: document?.number }],
})
const paid = { account_number: 1000, check_number: '', memo: '' }
const contact = { email: 'books@example.com', phone: '555-0100', website: 'https://example.com' }

/** Records that clients cannot create: a budget, and policies for large orders and foreign vendors. */
export const PREPARED: readonly (readonly [resource: string, body: ExampleBody])[] = [
  [
    'budgets',
    {
      name: 'Plan 2026',
      company_id: 1,
      budget_type: 'income_statement',
      calendar_year: 2026,
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    },
  ],
  [
    'approvalPolicies',
    {
      record_type: 'purchase_order',
      name: 'Large orders',
      company_ids: [1],
      steps: [
        {
          name: 'Head of purchasing',
          conditions: [{ field: 'amount', operator: 'gte', value: '5000' }],
          approver_ids: [1],
        },
      ],
    },
  ],
  [
    'approvalPolicies',
    {
      record_type: 'vendor',
      name: 'Vendors from abroad',
      applies_to_all_companies: true,
      steps: [
        {
          name: 'Accounting',
          conditions: [{ field: 'country', operator: 'neq', value: 'US' }],
          approver_ids: [1],
        },
      ],
    },
  ],
]

/** An order and a vendor for which the prepared policies ask an approval. */
export const LARGE_ORDER = purchase({
  memo: '',
  items: [{ ...item(2, '500', '12.50', 'Chairs'), classifications: [] }],
})
export const FOREIGN_VENDOR: ExampleBody = {
  name: 'Shannon Supplies',
  ...contact,
  is_active: true,
  vendor_type: 'company',
  country: 'IE',
}

/** The bodies of a business day, in an order in which references exist. Other types use a minimal body. */
export const EXAMPLE_BODIES: Readonly<Record<string, (records: ExampleRecords) => ExampleBody>> = {
  customers: () => ({ name: 'Fern Florists', ...contact, address: '1 Market Street, Salem', country: 'US' }),
  vendors: () => ({
    name: 'Kelp Kitchens',
    ...contact,
    is_active: true,
    vendor_type: 'company',
    country: 'US',
  }),
  items: () => ({ name: 'Stool', sku: 'STOOL', is_active: true, item_type: 'good', income_account_id: 15 }),
  classifications: () => ({
    name: 'Region',
    is_active: true,
    parent_id: null,
    selections: [{ name: 'North', is_active: true, parent_id: null }],
  }),
  salesOrders: () => sale({ memo: '', items: [item(1, '5', '450.00', 'Desks')] }),
  invoices: () => invoice,
  recurringInvoices: () => monthly(invoice),
  purchaseOrders: () =>
    purchase({ memo: '', items: [{ ...item(2, '20', '12.50', 'Chairs'), classifications: [] }] }),
  bills: () => bill,
  recurringBills: () => monthly(bill),
  journalEntries: () => journal,
  recurringJournalEntries: () => monthly(journal),
  bankTransfers: () => ({
    ...day,
    amount: '100.00',
    debit_bank_account_number: 2050,
    credit_bank_account_number: 1000,
  }),
  customerCredits: () => sale({ items: [item(1, '1', '90.00')] }),
  customerPrepayments: () => sale({ amount: '500.00', bank_or_undeposited_funds_amount: '500.00' }),
  customerPayments: ({ invoices }) =>
    sale({ check_number: '1001', memo: '', ...applied('300.00', 'invoice_number', invoices) }),
  customerPrepaymentApplications: ({ invoices, customerPrepayments }) =>
    plain({
      customer_prepayment_number: customerPrepayments?.number,
      ...applied('100.00', 'invoice_number', invoices),
    }),
  customerRefunds: ({ customerCredits }) =>
    sale({ account_number: 1000, ...applied('40.00', 'customer_credit_number', customerCredits) }),
  cashSales: () =>
    sale({
      bank_or_undeposited_account_amount: '60.00',
      items: [{ ...item(3, '2', '30.00'), tax: { code: 'EXEMPT', rate: 0 } }],
    }),
  customerDeposits: ({ cashSales }) =>
    plain({ account_number: 1000, ...applied('60.00', 'cash_sale_number', cashSales) }),
  directExpenses: () =>
    purchase({ account_number: 1000, bank_or_credit_card_amount: '80.00', items: [expense] }),
  vendorCredits: () => purchase({ items: [item(2, '2', '12.50')] }),
  vendorPrepayments: () =>
    purchase({ ...paid, amount: '200.00', bank_or_undeposited_funds_amount: '200.00' }),
  vendorPayments: ({ bills }) => plain({ ...paid, ...applied('50.00', 'bill_number', bills) }),
  vendorPrepaymentApplications: ({ bills, vendorPrepayments }) =>
    plain({
      vendor_prepayment_number: vendorPrepayments?.number,
      memo: '',
      ...applied('20.00', 'bill_number', bills),
    }),
  vendorRefunds: ({ vendorCredits }) =>
    purchase({ account_number: 1000, ...applied('5.00', 'vendor_credit_number', vendorCredits) }),
  fixedAssets: () => ({
    company_id: 1,
    ...dollars,
    name: 'Delivery van',
    purchase_date: '2026-01-15',
    cost: '24000.00',
    asset_account_number: 1500,
    expense_account_number: 6200,
    accumulation_account_number: 1590,
    depreciation_method: 'straight_line',
    depreciation_start_date: '2026-01-15',
    convention: 'full_month',
    useful_life: 48,
  }),
  contracts: () => ({
    company_id: 1,
    customer_id: 1,
    name: 'Support',
    start_date: '2026-01-15',
    end_date: '2027-01-14',
    obligations: [
      { item_id: 5, quantity: 12, rate: '100.00', position: 1 },
      { item_id: 4, quantity: 0, rate: '90.00', position: 2, recognition_strategy: 'usage' },
    ],
  }),
}
