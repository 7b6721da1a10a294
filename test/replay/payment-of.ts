/** A payment of 1.00 on an invoice of the dollar company, as a client sends it. */
export const paymentOf = (invoice: number, date: string) => ({
  date,
  company_id: 1,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  check_number: 'C1',
  memo: '',
  items: [{ invoice_number: invoice, amount: '1.00' }],
})
