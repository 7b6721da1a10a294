import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { linesOf, numberOf, textOf } from '../model/row'
import { isApplied } from '../write/behaviour'
import { changeRow } from '../write/save'
import { archive } from '../write/update'
import { Write } from '../write/write'
import { authorOf, type ContractContext, givenSchedule, rowsOf, typeOf } from './context'
import { type Planned, planRecognition } from './plan'
import { dropAfter, isLater } from './run'
import { stubOf } from './terms'

/**
 * Terminates a contract after its last day, `date` (`contract-terminate`, §13.2). Recognition
 * ends with a partial entry on that day. Posted records of later days are archived, with reversals on the
 * posting day. The settlement of the balance is due on the posting day as well.
 */
export function endContract(write: Write, context: ContractContext, date: string): void {
  const { after: contract, world } = write
  const { today } = world.clock
  const company = numberOf(contract, 'company_id')
  const day = date > today ? date : today
  const posting = firstOpenDate(context, company, day)
  const stubs = stubsOf(write, context, date)
  dropAfter(context, contract, date)
  undoInvoices(context, contract, date, posting)
  undoUsage(context, contract, date)
  undoRecognitions(context, contract, date, posting)
  for (const stub of stubs) planRecognition(write, context, stub)
  contract.settles_on = day
}

/** Returns the partial entries of the last day. Given schedules are not cut. */
function stubsOf(write: Write, { rules }: ContractContext, date: string): Planned[] {
  if (givenSchedule(write.world, write.after).length > 0) return []
  return linesOf(write.after, rules.obligations).flatMap((obligation) => {
    const stub = stubOf(write, obligation, date)
    return stub ? [{ ...stub, obligation }] : []
  })
}

/** An invoice with something applied stays, and counts as billed. */
function undoInvoices(context: ContractContext, contract: Row, date: string, posting: string): void {
  const type = typeOf(context, 'invoices')
  const scope = { ...context, actor: authorOf(contract) }
  for (const invoice of rowsOf(
    context.world.store.table(context.organization, context.rules.invoices),
    contract,
  )) {
    if (invoice.record_status === 'archived' || textOf(invoice, 'date') <= date) continue
    if (!isApplied(new Write(scope, type, invoice, {}, new Set()))) archive(scope, type, invoice, {}, posting)
  }
}

function undoUsage(context: ContractContext, contract: Row, date: string): void {
  const { world, organization, rules } = context
  for (const record of rowsOf(world.store.table(organization, rules.usage), contract))
    if (record.status !== 'archived' && textOf(record, 'usage_date') > date)
      changeRow(context, rules.usage, record, { status: 'archived', waits: false })
}

function undoRecognitions(context: ContractContext, contract: Row, date: string, posting: string): void {
  const type = typeOf(context, 'recognitions')
  const scope = { ...context, actor: authorOf(contract) }
  const table = context.world.store.table(context.organization, context.rules.recognitions)
  for (const entry of rowsOf(table, contract))
    if (entry.record_status === 'posted' && isLater(entry, date)) archive(scope, type, entry, {}, posting)
}
