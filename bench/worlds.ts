import { invoiceBody, type Simulator } from './invoices'

export interface Filled {
  readonly simulator: Simulator
  /** Invoices, numbered from 1. */
  readonly count: number
}

/** A customer and a date, later than all others, with the same invoices in a world of any size. */
export const FEW_INVOICES_CUSTOMER = 5
export const FEW_INVOICES_DATE = '2025-12-31'
export const FEW_INVOICES = 20

/** Fills a world with invoices of five lines, spread over the year and over the other customers. */
export function fill(simulator: Simulator, count: number): Filled {
  const every = Math.floor(count / FEW_INVOICES)
  for (let made = 0; made < count; made += 1) {
    const isOneOfFew = made % every === 0
    const day = String(1 + (made % 28)).padStart(2, '0')
    const month = String(1 + (made % 12)).padStart(2, '0')
    simulator.records.invoices.create({
      ...invoiceBody(isOneOfFew ? FEW_INVOICES_CUSTOMER : 1 + (made % 4)),
      date: isOneOfFew ? FEW_INVOICES_DATE : `2025-${month}-${day}`,
    })
  }
  return { simulator, count }
}
