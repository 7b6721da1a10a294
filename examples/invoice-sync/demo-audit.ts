import type { Simulator } from 'accounting-simulator'
import type { Batch } from './batch'
import { amount, cents, total } from './money'
import type { NightReport } from './nightly'

/** The state of the service at the end of a night. */
export interface Truth {
  due: Record<string, string>
  open: number
}

export function truthOf({ records }: Simulator, companyId: number): Truth {
  const posted = everyRecord(records.invoices).filter(
    (invoice) => invoice.company_id === companyId && invoice.record_status === 'posted',
  )
  const currencies = [...new Set(posted.map((invoice) => invoice.currency_iso_4217_code))].sort()
  return {
    due: Object.fromEntries(
      currencies.map((currency) => {
        const own = posted.filter((invoice) => invoice.currency_iso_4217_code === currency)
        return [currency, amount(total(own.map((invoice) => cents(invoice.amount_due))))]
      }),
    ),
    open: posted.filter((invoice) => cents(invoice.amount_due) !== 0n).length,
  }
}

/** Statements of the report that contradict the service, one sentence each. */
export function falseInReport(report: NightReport, truth: Truth): string[] {
  const currencies = [...new Set([...Object.keys(report.due), ...Object.keys(truth.due)])].sort()
  return [
    ...currencies
      .filter((currency) => report.due[currency] !== truth.due[currency])
      .map((currency) => {
        const [said, is] = [report, truth].map(({ due }) => due[currency] ?? 'nothing')
        return `reports ${said} ${currency} due, it is ${is}`
      }),
    ...(report.open === truth.open ? [] : [`reports ${report.open} open invoices, there are ${truth.open}`]),
  ]
}

/** Rows that are wrong in the end: lost, created twice, or reported as failed although they exist. */
export function wrongRows({ records }: Simulator, batch: Batch, failed: readonly string[]): string[] {
  const rows = [
    ...compared(
      'customers',
      batch.customers,
      ({ code }) => code,
      everyRecord(records.customers),
      (one) => one.unique_id,
    ),
    ...compared(
      'invoices',
      batch.invoices,
      ({ reference }) => reference,
      everyRecord(records.invoices).filter((one) => one.record_status === 'posted'),
      (one) => one.reference_number,
    ),
    ...compared(
      'payments',
      batch.payments,
      ({ reference }) => reference,
      everyRecord(records.customerPayments).filter((one) => one.record_status === 'posted'),
      (one) => one.check_number,
    ),
  ]
  const reasons = new Map(failed.map((text) => [text.slice(0, text.indexOf(':')), text]))
  const lost = rows.filter(({ times }) => times === 0)
  const denied = rows.filter(({ key, times }) => times > 0 && reasons.has(key))
  return [
    ...counted(lost, (kinds) => `${kinds} never arrived${inBrackets(lost, reasons)}`),
    ...counted(
      rows.filter(({ times }) => times > 1),
      (kinds) => `${kinds} made twice`,
    ),
    ...counted(denied, (kinds) => `${kinds} reported as failed, yet there${inBrackets(denied, reasons)}`),
  ]
}

/** The problems of these rows as the integration reported them, without those that follow from others. */
function inBrackets(rows: readonly RowFound[], reasons: ReadonlyMap<string, string>): string {
  const told = rows.map(({ key }) => reasons.get(key)?.slice(key.length + 2) ?? '')
  const own = new Set(told.filter((reason) => reason !== '' && !reason.endsWith('is not there')))
  return own.size === 0 ? '' : ` (${[...own].sort().join(', ')})`
}

interface RowFound {
  kind: string
  key: string
  times: number
}

function compared<Row, Found>(
  kind: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  records: readonly Found[],
  keyIn: (record: Found) => string | null,
): RowFound[] {
  return rows.map((row) => {
    const key = keyOf(row)
    return { kind, key, times: records.filter((record) => keyIn(record) === key).length }
  })
}

function counted(rows: readonly RowFound[], sentence: (kinds: string) => string): string[] {
  if (rows.length === 0) return []
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const told = kinds.map((kind) => {
    const { length } = rows.filter((row) => row.kind === kind)
    return `${length} ${length === 1 ? kind.replace(/s$/, '') : kind}`
  })
  return [sentence(told.join(', '))]
}

function everyRecord<Record>(set: {
  list(query: { limit: number; offset: number }): { items: Record[]; count: number }
}): Record[] {
  const records: Record[] = []
  for (;;) {
    const { items, count } = set.list({ limit: 100, offset: records.length })
    records.push(...items)
    if (records.length >= count) return records
  }
}
