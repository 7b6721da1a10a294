import {
  allOf,
  mirrorEquals,
  noDuplicates,
  nothingLost,
  usesIdempotencyKeys,
} from 'accounting-simulator/explore'

/** Held in calm runs. Keep what must hold after any misfortune. */
export const check = allOf(
  // No two invoices have the same reference_number.
  noDuplicates('invoices', 'reference_number'),
  // Each of the 3 invoices that run 1 created is there.
  nothingLost('invoices', 'reference_number', ['R-1', 'R-2', 'R-3']),
  // What run 1 created comes to 30.00 in `amount`.
  ({ simulator }) => {
    const found = simulator.records.invoices.findMany({ reference_number: ['R-1', 'R-2', 'R-3'] })
    const total = found.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
    return total === '30.00' ? [] : [`invoices come to ${total}, not to 30.00`]
  },
  // Each of these invoices has its `date`.
  ({ simulator, others }) => {
    const expected = [
      ['R-1', '2026-01-15'],
      ['R-2', '2026-01-15'],
      ['R-3', '2026-01-15'],
    ]
    if (others.length > 0) return []
    return simulator.records.invoices.findMany().flatMap((one) => {
      const [, value] = expected.find(([name]) => name === one.reference_number) ?? []
      if (value === undefined || value === one.date) return []
      return [`the date of ${one.reference_number} is ${one.date}, not ${value}`]
    })
  },
  // Each of these invoices has its `amount`.
  ({ simulator, others }) => {
    const expected = [
      ['R-1', '10.00'],
      ['R-2', '10.00'],
      ['R-3', '10.00'],
    ]
    if (others.length > 0) return []
    return simulator.records.invoices.findMany().flatMap((one) => {
      const [, value] = expected.find(([name]) => name === one.reference_number) ?? []
      if (value === undefined || value === one.amount) return []
      return [`the amount of ${one.reference_number} is ${one.amount}, not ${value}`]
    })
  },
  // Your file `balances` of `state` equals the service's invoices in `amount_due`.
  mirrorEquals('invoices', {
    mirror: ({ disk }) => {
      const kept = Object.entries(Object(disk.read('state')).balances ?? {})
      return Object.fromEntries(kept.map(([id, amount_due]) => [id, { amount_due }]))
    },
  }),
  // Your file `total` of `state` is the total of the service's invoices in `amount`.
  ({ simulator, disk }) => {
    const all = simulator.records.invoices.findMany()
    const total = all.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
    const kept = Number(Object(disk.read('state')).total ?? 0).toFixed(2)
    const isEqual = kept === total
    return isEqual ? [] : [`'total' of 'state' is ${kept}, the invoices come to ${total}`]
  },
  // Each write has an Idempotency-Key, which its retries share.
  usesIdempotencyKeys,
)
