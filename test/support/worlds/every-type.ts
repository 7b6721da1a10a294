import { write } from './sentences'
import { trading } from './trade'

/** One sentence of every type of record with a date, all of 2026-01-15, after what it needs. */
export const EVERY_TYPE = {
  invoice: 'invoice 10.00',
  bill: 'bill 10.00',
  'journal entry': 'journal Dr Expense 10.00, Cr Bank 10.00',
  transfer: 'transfer 10.00 from Bank to Card',
  'cash sale': 'cash sale 10.00',
  'customer credit': 'customer credit 10.00',
  'customer prepayment': 'customer prepayment 10.00',
  'customer payment': 'customer payment 10.00 on invoice 1',
  'customer application': 'customer application of credit 1: 10.00 on invoice 1',
  'customer refund': 'customer refund 10.00 on credit 1',
  deposit: 'deposit 10.00 to Interest',
  'sales order': 'sales order 10.00',
  'purchase order': 'purchase order 10.00',
  'direct expense': 'direct expense 10.00 to Expense',
  'vendor credit': 'vendor credit 10.00',
  'vendor prepayment': 'vendor prepayment 10.00',
  'vendor payment': 'vendor payment 10.00 on bill 1',
  'vendor application': 'vendor application of credit 1: 10.00 on bill 1',
  'vendor refund': 'vendor refund 10.00 on credit 1',
}
const GROUND = ['invoice 90.00', 'bill 90.00', 'customer credit 90.00', 'vendor credit 90.00']

/** A world with documents of half a year ago that the sentences can settle. */
export const ground = () => {
  const simulator = trading()
  for (const sentence of GROUND) write(simulator, `${sentence}; date 2025-06-01`)
  return simulator
}
