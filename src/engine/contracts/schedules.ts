import type { Row } from '../../kernel/store'
import { messagesWithin } from '../model/errors'
import { type Message, messages, onLine, onMember } from '../model/messages'
import { linesOf, textOf } from '../model/row'
import { dryRun } from '../write/attempt'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'
import { createInvoice, preparedBody } from './billing'
import { contractContext } from './commands'
import { isUsage } from './conditions'
import { rowsOf } from './context'
import { planSchedule } from './plan'
import { dropAfter, runContract } from './run'
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
    if (write.isArchived || isSettled) return
    for (const [index, body] of linesOf(write.after, 'prepared_invoices').entries())
      for (const text of problemsOf(write, body)) write.problems.add('prepared_invoices', onLine(index, text))
  },

  effect(write) {
    const { before, after, world } = write
    const was = before?.status ?? 'new'
    if (was === after.status) return
    if (after.status === 'active') {
      planSchedule(write, contractContext(write))
      billWaitingUsage(write, contractContext(write))
    } else if (after.status === 'terminated' || after.status === 'archived')
      dropAfter(contractContext(write), after, write.effectiveDate ?? world.clock.today)
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

/** A prepared invoice has to be one of the contract, and to be accepted; it is taken back. */
function problemsOf(write: Write, body: Row): Message[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [messages.type('object')]
  const { after, world } = write
  const others = Object.entries({ company_id: 'Company', customer_id: 'Customer' }).filter(
    ([member]) => (body[member] ?? null) !== null && body[member] !== after[member],
  )
  if (others.length > 0)
    return others.map(([member, model]) =>
      messages.mismatch(model, body[member], member === 'company_id' ? 'company' : 'counterparty'),
    )
  if (typeof body.date !== 'string') return [onMember('date', messages.required)]
  const context = contractContext(write)
  const refusal = dryRun(world, () =>
    createInvoice(context, after, preparedBody(context, after, body, textOf(body, 'date')), []),
  )
  return refusal ? messagesWithin(refusal) : []
}
