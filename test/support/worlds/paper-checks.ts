/** Checks on paper and the records that they pay. */
import type { Simulator, SimulatorOptions } from 'accounting-simulator'
import { type Answer, clientOf, type Send } from '../client'
import { type AnyRecord, type RecordTypeName, recordsOf, writeAll } from './sentences'
import { trading } from './trade'

/** Records that can and cannot be paid by check, with short names. E3 leaves the euro account. */
const GROUND = [
  ...['bill 90.00', 'customer credit 90.00', 'invoice 90.00'],
  ...['direct expense 10.00 to Expense', 'direct expense 20.00 to Expense'],
  'direct expense 30.00 to Expense; currency EUR rate 1.1 account 1010',
  ...['direct expense 40.00 to Expense; status draft', 'direct expense 50.00 to Expense'],
  ...['vendor payment 15.00 on bill 1', 'vendor prepayment 25.00', 'customer refund 35.00 on credit 1'],
].join(' > ')

const NAMES: Readonly<Record<string, readonly [RecordTypeName, number]>> = {
  ...{ E1: ['directExpenses', 1], E2: ['directExpenses', 2], E3: ['directExpenses', 3] },
  ...{ draft: ['directExpenses', 4], archived: ['directExpenses', 5], invoice: ['invoices', 1] },
  ...{ P: ['vendorPayments', 1], A: ['vendorPrepayments', 1], R: ['customerRefunds', 1] },
}
export const PATH = '/public/v1/paper-checks/'

/** Checks and what they pay, told in steps: `later E1 P > batch 2 1 from 101 > delete 1 > now E1`. */
export class Checking {
  readonly simulator: Simulator
  readonly send: Send

  constructor(options: SimulatorOptions = {}) {
    this.simulator = trading(options)
    this.send = clientOf(this.simulator)
    writeAll(this.simulator, GROUND)
    this.simulator.records.directExpenses.remove(5)
  }

  source(name: string): AnyRecord {
    const [type, number] = NAMES[name] ?? ['invoices', 0]
    return recordsOf(this.simulator, type).get(number)
  }

  transaction = (name: string): number =>
    /^\d+$/.test(name) ? Number(name) : (this.source(name).transaction_ids[0] ?? 77)

  async take(steps: string): Promise<Answer> {
    let answer: Answer | undefined
    for (const step of steps.split(' > ')) answer = await this.#take(step)
    if (!answer) throw new Error('no steps')
    return answer
  }

  #take(step: string): Promise<Answer> {
    const [words = '', first] = step.split(' from ')
    const [verb = '', ...names] = words.split(' ')
    switch (verb) {
      case 'now':
        return this.send('POST', `${PATH}print-now/`, { transaction_id: this.transaction(names[0] ?? '') })
      case 'later':
        return this.send('POST', `${PATH}print-later/`, { transaction_ids: names.map(this.transaction) })
      case 'batch':
        return this.send('PUT', `${PATH}print-batch/`, {
          paper_check_ids: names.map(Number),
          ...(first !== undefined && { first_check_number: Number(first) }),
        })
      case 'delete':
        return this.send('DELETE', `${PATH}${names[0]}/`)
      case 'archive': {
        const [type, number] = NAMES[names[0] ?? ''] ?? ['invoices', 0]
        recordsOf(this.simulator, type).remove(number)
        return this.send('GET', PATH)
      }
      default:
        throw new Error(`no step: ${step}`)
    }
  }

  /** `1 printed 101, 2 not_printed`, or none. */
  get checks(): string {
    const { items } = this.simulator.records.paperChecks.list()
    return (
      items
        .map(({ id, record_status, check_number }) => `${id} ${record_status} ${check_number}`.trim())
        .join(', ') || 'none'
    )
  }

  /** `printed 101` as the record itself tells it; `none` before the first check. */
  shown(name: string): string {
    const { paper_check_status, check_number } = this.source(name)
    return `${paper_check_status ?? 'none'} ${check_number}`.trim()
  }
}
