import { amountText, type Decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { messagesWithin } from '../model/errors'
import { type Message, messages, onLine, onMember } from '../model/messages'
import { decimalOf, linesOf, textOf } from '../model/row'
import { dryRun } from '../write/attempt'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'
import { createInvoice, preparedBody } from './billing'
import { contractContext } from './commands'
import { isUsage } from './conditions'
import { rowsOf } from './context'
import { planSchedule } from './plan'
import { dropAfter, runContract } from './run'
import { endContract } from './termination'
import { billWaitingUsage } from './usage-billing'

/**
 * What follows from the status of a contract: an active one is laid out, recognised and billed as the clock
 * comes to the days; one that is ended drops what is still to come (docs/service.md §13.2, §13.4).
 */
export const recognises = defineBehaviour('recognises', 'contract', {
  references(write) {
    const prepared = (write.after.prepared_invoices ?? []) as readonly unknown[]
    write.after.prepared_invoices = prepared.map(ownCopy)
  },

  limits(write) {
    if (!write.isArchived) checkUsedObligations(write)
    const isSettled =
      write.before && (write.before.status !== 'draft' || !write.sent.has('prepared_invoices'))
    const prepared = linesOf(write.after, 'prepared_invoices')
    if (write.isArchived || isSettled || prepared.length === 0) return
    write.world.assumptions.restOn('contract-prepared-invoices')
    let total = zero
    let isSound = true
    const complain = (text: Message): void => write.problems.add('prepared_invoices', text)
    for (const [index, body] of prepared.entries()) {
      const { net, problems } = tried(write, body)
      for (const text of problems) complain(onLine(index, text))
      isSound &&= problems.length === 0
      total = total.plus(net)
    }
    const { obligations } = contractContext(write).rules
    const sold = linesOf(write.after, obligations).filter((one) => !isUsage(one))
    const expected = sum(sold.map((one) => decimalOf(one, 'net_amount')))
    if (isSound && !total.equals(expected)) complain(messages.addUpTo(amountText(expected)))
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

/** Rows are frozen, and bodies belong to the caller; what JSON cannot say is nothing. */
function ownCopy(body: unknown): unknown {
  const text = JSON.stringify(body)
  return text === undefined ? null : JSON.parse(text)
}

/** What usage was reported for stays an obligation with usage. */
function checkUsedObligations(write: Write): void {
  const { before, after } = write
  if (before?.status !== 'draft') return
  const context = contractContext(write)
  const metered = new Set(
    linesOf(after, context.rules.obligations)
      .filter(isUsage)
      .map(({ id }) => id),
  )
  const used = new Set(rowsOf(write.table(context.rules.usage), before).map((one) => one.obligation_id))
  for (const id of used)
    if (!metered.has(id))
      write.problems.add(context.rules.obligations, messages.inUse(`Obligation ${String(id)}`))
}

/** What a prepared invoice shares with its contract, and what messages call it. */
const SHARED = {
  company_id: ['Company', 'company'],
  customer_id: ['Customer', 'counterparty'],
  currency_iso_4217_code: ['Currency', 'currency'],
} as const

interface Tried {
  /** Without tax. */
  readonly net: Decimal
  readonly problems: readonly Message[]
}

/** A prepared invoice has to be one of the contract, and to be accepted; it is taken back. */
function tried(write: Write, body: Row): Tried {
  const refused = (...problems: Message[]): Tried => ({ net: zero, problems })
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
  return { net, problems: net.isNegative() ? [...problems, messages.atLeast(0)] : problems }
}
