import { DAY, invoice, outcomeOf, type Stage, type SwitchStories } from './switch-story'

const amountOf = ({ simulator }: Stage, rate: string | number): unknown =>
  outcomeOf(
    () =>
      simulator.records.invoices.create(invoice({ items: [{ item_id: 1, quantity: 1, rate, position: 1 }] }))
        .amount,
  )

const refused = (member: string, text: string) => ({ status: 422, errors: { [member]: [text] } })

const customer = (unique_id: string) => ({
  name: 'Acme',
  unique_id,
  email: '',
  address: '',
  country: '',
  phone: '',
  website: '',
})

const payment = (date: string) => ({
  date,
  company_id: 1,
  customer_id: 1,
  check_number: '',
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: 1,
  memo: '',
  items: [{ invoice_number: 1, amount: '10.00', position: 1 }],
})

const item = (record_status: string) => ({
  name: 'Poster',
  is_active: true,
  sku: 'POSTER',
  item_type: 'good' as const,
  income_account_id: 1,
  record_status: record_status as 'posted',
})

/** Switches about what records say and accept (docs/service.md §1 to §4). */
export const recordSwitches: SwitchStories = {
  rounding: {
    tell: (stage) => [amountOf(stage, '0.125'), amountOf(stage, '0.129')],
    seen: [
      ['half-away-from-zero', ['0.13', '0.13']],
      ['half-even', ['0.12', '0.13']],
      ['down', ['0.12', '0.12']],
    ],
  },
  'string-amounts': {
    tell: (stage) => amountOf(stage, 12.5),
    seen: [
      ['shortest-decimal', '12.50'],
      ['strings-only', refused('items', 'Line 1: Input should be a valid decimal')],
    ],
  },
  instants: {
    tell: async ({ send }) => (await send('GET', '/public/health/')).body.timestamp,
    seen: [
      ['milliseconds-when-not-zero', '2026-01-15T09:00:00Z'],
      ['milliseconds-always', '2026-01-15T09:00:00.000Z'],
    ],
  },
  'number-sequence': {
    tell: ({ simulator }) => simulator.records.invoices.create(invoice()).number,
    seen: [
      [1, 1],
      [5000, 5000],
    ],
  },
  'unknown-members': {
    async tell({ send }) {
      const { body, errors } = await send('POST', '/public/v1/invoices/', invoice({ colour: 'red' }))
      return body.amount ?? errors
    },
    seen: [
      ['ignore', '10.00'],
      ['reject', { colour: ['Extra inputs are not permitted'] }],
    ],
  },
  'classification-required': {
    tell({ simulator }) {
      const { classifications, invoices } = simulator.records
      const one = classifications.list().items[0]
      if (!one) throw new Error('the preset world has a classification')
      classifications.update(one.id, {
        name: one.name,
        is_active: true,
        parent_id: null,
        selections: one.selections.map(({ id, name, is_active, parent_id }) => ({
          id,
          name,
          is_active,
          parent_id,
        })),
        required_for_records: ['invoice'],
      } as never)
      const answer = outcomeOf(() => invoices.create(invoice()).amount)
      return typeof answer === 'string' ? answer : Object.keys((answer as { errors: object }).errors)
    },
    seen: [
      ['enforced', ['items']],
      ['off', '10.00'],
    ],
  },
  'custom-fields-unknown': {
    tell: ({ simulator }) =>
      outcomeOf(
        () =>
          simulator.records.invoices.create(invoice({ custom_fields: [{ Region: 'North' }] })).custom_fields,
      ),
    seen: [
      ['422', refused('custom_fields', 'Unknown custom field: Region')],
      ['ignore', []],
    ],
  },
  'put-tax': {
    tell({ simulator }) {
      const { invoices } = simulator.records
      const line = { item_id: 1, quantity: 1, rate: '100.00', position: 1 }
      const made = invoices.create(invoice({ items: [{ ...line, tax: { code: 'VAT', rate: 8.25 } }] }))
      return invoices.update(1, invoice({ items: [{ ...line, id: made.items?.[0]?.id }] })).amount
    },
    seen: [
      ['keep', '108.25'],
      ['drop', '100.00'],
    ],
  },
  'approval-edit': {
    tell({ simulator }) {
      const { invoices, approvalPolicies } = simulator.records
      invoices.create(invoice())
      const conditions = [{ field: 'amount', operator: 'gt', value: 1000 }]
      approvalPolicies.create({
        record_type: 'invoice',
        name: 'Large',
        steps: [{ approver_ids: [1], conditions }],
      } as never)
      const items = [{ item_id: 1, quantity: 500, rate: '10.00', position: 1 }]
      return outcomeOf(() => {
        const { record_status, approval_status } = invoices.update(1, invoice({ items }))
        return `${record_status} ${approval_status}`
      })
    },
    seen: [
      ['refuse', refused('record_status', 'Approval by the policy Large is required')],
      ['reopen', 'draft pending'],
      ['allow', 'posted null'],
    ],
  },
  'due-date-default': {
    tell: ({ simulator }) => simulator.records.invoices.create(invoice({ term_id: 3 })).due_date,
    seen: [
      ['term-days', '2026-02-14'],
      ['none', null],
    ],
  },
  'unique-ids': {
    tell({ simulator }) {
      simulator.records.customers.create(customer('A-1'))
      return outcomeOf(() => simulator.records.customers.create(customer('A-1')).unique_id)
    },
    seen: [
      ['enforced', refused('unique_id', 'Value A-1 is already in use')],
      ['off', 'A-1'],
    ],
  },
  'delete-referenced': {
    tell({ simulator }) {
      simulator.records.invoices.create(invoice())
      return (outcomeOf(() => simulator.records.customers.remove(1)) as { status: number }).status
    },
    seen: [
      [422, 422],
      [409, 409],
    ],
  },
  'item-record-status': {
    tell({ simulator }) {
      const { id } = simulator.records.items.create(item('archived'))
      const items = [{ item_id: id, quantity: 1, rate: 10, position: 1 }]
      return outcomeOf(() => simulator.records.invoices.create(invoice({ items })).amount)
    },
    seen: [
      ['archived-is-inactive', refused('items', 'Line 1: Item 7 is inactive')],
      ['ignored', '10.00'],
    ],
  },
  'no-lines': {
    tell: ({ simulator }) =>
      outcomeOf(() => simulator.records.invoices.create(invoice({ items: [] })).amount),
    seen: [
      ['422', refused('lines', 'At least one line item is required')],
      ['accept', '0.00'],
    ],
  },
  'line-date-validation': {
    tell({ simulator }) {
      simulator.records.invoices.create(invoice())
      return outcomeOf(() => simulator.records.customerPayments.create(payment('2026-01-14')).amount)
    },
    seen: [
      ['enforced', refused('items', 'Line 1: Invoice 1 is dated after this record')],
      ['ignore', '10.00'],
    ],
  },
  'archived-terminal': {
    tell({ simulator }) {
      const { invoices } = simulator.records
      invoices.create(invoice())
      invoices.remove(1)
      return outcomeOf(() => invoices.update(1, invoice({ record_status: 'posted' })).record_status)
    },
    seen: [
      ['422', refused('record_status', 'Cannot change record status from archived to posted')],
      ['restore', 'posted'],
    ],
  },
  'posted-edit': {
    tell({ simulator }) {
      const { invoices } = simulator.records
      invoices.create(invoice())
      return outcomeOf(() => invoices.update(1, invoice({ memo: 'corrected' })).memo)
    },
    seen: [
      ['conditional', 'corrected'],
      ['immutable', refused('record_status', 'Cannot change record status from posted to posted')],
    ],
  },
  ...checks(),
}

/** The effect of printing a check on the expense that it pays. */
function checks(): SwitchStories {
  async function print({ simulator, send }: Stage) {
    const expense = simulator.records.directExpenses.create({
      date: DAY,
      company_id: 1,
      vendor_id: 1,
      account_number: 1000,
      currency_iso_4217_code: 'USD' as const,
      bank_or_credit_card_amount: '10.00',
      items: [{ account_number: 6000, quantity: 1, rate: '10.00', position: 1 }],
    })
    const [transaction_id] = expense.transaction_ids
    const { body } = await send('POST', '/public/v1/paper-checks/print-now/', { transaction_id })
    return { pdf: body.pdf_content as string, number: simulator.records.directExpenses.get(1).check_number }
  }
  return {
    'paper-check-number': {
      tell: async (stage) => (await print(stage)).number,
      seen: [
        ['written-to-source', '1'],
        ['off', ''],
      ],
    },
    'paper-check-pdf': {
      tell: async (stage) => (await print(stage)).pdf.length > 0,
      seen: [
        ['fixed-page', true],
        ['empty', false],
      ],
    },
    'paper-check-status': {
      async tell({ simulator, send }) {
        simulator.records.bills.create({
          date: DAY,
          company_id: 1,
          vendor_id: 1,
          expenses: [{ account_number: 6000, quantity: 1, rate: '10.00', position: 1 }],
        })
        const paid = simulator.records.vendorPayments.create({
          date: DAY,
          company_id: 1,
          check_number: '',
          account_number: 1000,
          currency_iso_4217_code: 'USD' as const,
          exchange_rate: 1,
          memo: '',
          items: [{ bill_number: 1, amount: '10.00', position: 1 }],
        })
        await send('POST', '/public/v1/paper-checks/print-now/', { transaction_id: paid.transaction_ids[0] })
        return simulator.records.vendorPayments.get(1).paper_check_status
      },
      seen: [
        ['newest-live-check', 'printed'],
        ['none', null],
      ],
    },
  }
}
