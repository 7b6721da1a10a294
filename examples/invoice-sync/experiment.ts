import { createSimulator } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { NaiveSync } from '../naive-sync/naive-sync'
import type { Batch } from './batch'
import { falseInReport, truthOf, wrongRows } from './demo-audit'
import { Nightly, type NightReport } from './nightly'

const COMPANY = 1
const WEBHOOK = 'https://integration.example.com/accounting'

/** Nights of an integration under misfortunes: docs/explore.md. */
export function nights(which: 'careful' | 'naive', whole: Batch): Experiment<NightReport> {
  const batch = beginningOf(whole)
  return {
    world: createSimulator(),
    webhookUrl: WEBHOOK,
    start: (stage) => (which === 'naive' ? naive(stage, batch) : careful(stage, batch)),
    check({ simulator, reports }) {
      const last = reports.at(-1)
      if (!last) return ['no night came to an end']
      return [
        ...wrongRows(simulator, batch, last.failed),
        ...falseInReport(last, truthOf(simulator, COMPANY)),
      ]
    },
  }
}

const careful = ({ baseUrl, apiKey, fetch, sleep }: Stage, batch: Batch): Nightly =>
  new Nightly({
    baseUrl,
    apiKey: apiKey(),
    batch,
    companyId: COMPANY,
    webhookUrl: WEBHOOK,
    fetch,
    sleep,
    currentKey: async () => apiKey(),
  })

const naive = ({ baseUrl, apiKey, fetch }: Stage, batch: Batch): NaiveSync =>
  new NaiveSync({ baseUrl, apiKey: apiKey(), batch, companyId: COMPANY, webhookUrl: WEBHOOK, fetch })

const INVOICES = 4

/** A few invoices with what belongs to them: the misfortunes are the same, and a night is shorter. */
function beginningOf({ customers, invoices, payments }: Batch): Batch {
  const few = invoices.slice(0, INVOICES)
  const isAmong = (reference: string): boolean => few.some((invoice) => invoice.reference === reference)
  return {
    invoices: few,
    customers: customers.filter(({ code }) => few.some(({ customer }) => customer === code)),
    payments: payments.filter(({ lines }) => lines.every(({ invoice }) => isAmong(invoice))),
  }
}
