import { amountText, type Decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { type Message, messages, messagesWithin, onLine, onMember } from '../model/refusals'
import { decimalOf, linesOf, listOf, numberOf, textOf } from '../model/row'
import { dryRun } from '../write/all-or-nothing'
import { defineBehaviour, isApplied } from '../write/behaviour'
import { changeRow } from '../write/save'
import { archive } from '../write/verbs'
import { Write } from '../write/write'
import { createInvoice, preparedBody } from './billing'
import { contractContext } from './commands'
import { isInTerm, isUsage } from './conditions'
import { type ContractContext, givenSchedule, inNameOf, rowsOf, typeOf } from './context'
import { type Planned, planRecognition, planSchedule } from './plan'
import { dropAfter, isLater, runContract } from './run'
import { stubOf } from './terms'
import { billWaitingUsage } from './usage-billing'

/** Activation plans a schedule, termination ends it, and archiving drops the planned rows (§13.2, §13.4). */
export const recognises = defineBehaviour('recognises', 'contract', {
  references(write) {
    const prepared = listOf(write.after, 'prepared_invoices')
    write.after.prepared_invoices = prepared.map(copyOrNull)
  },

  limits(write) {
    if (!write.isArchived) checkUsedObligations(write)
    const isSettled =
      write.before && (write.before.status !== 'draft' || !write.sent.has('prepared_invoices'))
    const prepared = linesOf(write.after, 'prepared_invoices')
    if (write.isArchived || isSettled || prepared.length === 0) return
    write.world.assumptions.noteUse('contract-prepared-invoices')
    let total = zero
    let isSound = true
    const complain = (text: Message): void => write.problems.add('prepared_invoices', text)
    for (const [index, body] of prepared.entries()) {
      const { net, problems } = checkPrepared(write, body)
      for (const text of problems) complain(onLine(index, text))
      isSound &&= problems.length === 0
      total = total.plus(net)
    }
    const { obligations } = contractContext(write).rules
    const sold = linesOf(write.after, obligations).filter((one) => !isUsage(one))
    const expected = sum(sold.map((one) => decimalOf(one, 'net_amount')))
    if (isSound && !total.eq(expected)) complain(messages.addUpTo(amountText(expected)))
  },

  effect(write) {
    const { before, after, world } = write
    const was = before?.status ?? 'new'
    if (was === after.status) return
    if (after.status === 'active') {
      planSchedule(write, contractContext(write))
      billWaitingUsage(write, contractContext(write))
    } else if (after.status === 'terminated')
      endContract(write, contractContext(write), write.effectiveDate ?? world.clock.today)
    else if (after.status === 'archived') {
      dropAfter(contractContext(write), after, world.clock.today)
      after.settles_on = null
    }
    if (after.status !== 'draft') runContract(contractContext(write), after)
  },
})

/** Copies a body, because rows are frozen and the object is the caller's. Values without JSON become null. */
function copyOrNull(body: unknown): unknown {
  const text = JSON.stringify(body)
  return text === undefined ? null : JSON.parse(text)
}

/** An obligation with reported usage must remain, with a strategy for usage and a term that covers the usage. */
function checkUsedObligations(write: Write): void {
  const { before, after } = write
  if (before?.status !== 'draft') return
  const context = contractContext(write)
  const { obligations } = context.rules
  const complain = (text: Message): void => write.problems.add(obligations, text)
  for (const { obligation_id, usage_date } of rowsOf(context, 'usage', before)) {
    const index = linesOf(after, obligations).findIndex((one) => one.id === obligation_id && isUsage(one))
    const obligation = linesOf(after, obligations)[index]
    if (!obligation) complain(messages.inUse(`Obligation ${String(obligation_id)}`))
    else if (!isInTerm(obligation, String(usage_date)))
      complain(onLine(index, messages.usageOutsideTerm(usage_date)))
  }
}

/** Members that a prepared invoice shares with its contract, with the words of the error message. */
const SHARED = {
  company_id: ['Company', 'company'],
  customer_id: ['Customer', 'counterparty'],
  currency_iso_4217_code: ['Currency', 'currency'],
} as const

interface PreparedCheck {
  /** Without tax. */
  readonly net: Decimal
  readonly problems: readonly Message[]
}

/** A prepared invoice must agree with its contract and be creatable, which is tried and rolled back. */
function checkPrepared(write: Write, body: Row): PreparedCheck {
  const refused = (...problems: Message[]): PreparedCheck => ({ net: zero, problems })
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refused(messages.type('object'))
  const { after, world } = write
  const others = Object.entries(SHARED).filter(
    ([member]) => (body[member] ?? null) !== null && body[member] !== after[member],
  )
  if (others.length > 0)
    return refused(...others.map(([member, [model, what]]) => messages.mismatch(model, body[member], what)))
  if (typeof body.date !== 'string') return refused(onMember('date', messages.required))
  const context = contractContext(write)
  let net = zero
  const refusal = dryRun(world, () => {
    const invoice = createInvoice(
      context,
      after,
      preparedBody(context, after, body, textOf(body, 'date')),
      [],
    )
    net = sum(linesOf(invoice, 'items').map((line) => decimalOf(line, 'net_amount')))
  })
  const problems = refusal ? messagesWithin(refusal) : []
  return { net, problems: net.lt(0) ? [...problems, messages.atLeast(0)] : problems }
}

/**
 * Terminates a contract after its last day, `date` (`contract-terminate`, §13.2). Recognition
 * ends with a partial entry on that day. Posted records of later days are archived, with reversals on the
 * posting day. The settlement of the balance is due on the posting day as well.
 */
function endContract(write: Write, context: ContractContext, date: string): void {
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

/** An invoice with applied transactions stays, and counts as billed. */
function undoInvoices(context: ContractContext, contract: Row, date: string, posting: string): void {
  const type = typeOf(context, 'invoices')
  const scope = inNameOf(contract, context)
  for (const invoice of rowsOf(context, 'invoices', contract)) {
    if (invoice.record_status === 'archived' || textOf(invoice, 'date') <= date) continue
    if (!isApplied(new Write(scope, type, invoice, {}, new Set()))) archive(scope, type, invoice, {}, posting)
  }
}

function undoUsage(context: ContractContext, contract: Row, date: string): void {
  for (const record of rowsOf(context, 'usage', contract))
    if (record.status !== 'archived' && textOf(record, 'usage_date') > date)
      changeRow(context, context.rules.usage, record, { status: 'archived', waits: false })
}

function undoRecognitions(context: ContractContext, contract: Row, date: string, posting: string): void {
  const type = typeOf(context, 'recognitions')
  const scope = inNameOf(contract, context)
  for (const entry of rowsOf(context, 'recognitions', contract))
    if (entry.record_status === 'posted' && isLater(entry, date)) archive(scope, type, entry, {}, posting)
}
