import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { linesOf, textOf } from '../model/row'
import { rehearse } from '../write/attempt'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import { createInvoice, preparedBody } from './billing'
import { sceneOf } from './commands'
import { isUsage } from './conditions'
import { rowsOf } from './context'
import { layOut } from './plan'
import { dropAfter, runContract } from './run'
import { billWaitingUsage } from './usage-billing'

/**
 * What follows from the status of a contract: an active one is laid out, recognised and billed as the clock
 * comes to the days; one that is ended drops what is still to come (docs/service.md §13.2, §13.4).
 */
export const recognises: Capability = {
  name: 'recognises',
  appliesTo: (definition) => definition.contract !== undefined,

  references(work) {
    const prepared = (work.draft.prepared_invoices ?? []) as readonly unknown[]
    work.draft.prepared_invoices = prepared.map(ownCopy)
  },

  limits(work) {
    if (!work.isArchived) checkUsedObligations(work)
    const isSettled = work.before && (work.before.status !== 'draft' || !work.sent.has('prepared_invoices'))
    if (work.isArchived || isSettled) return
    for (const [index, body] of linesOf(work.draft, 'prepared_invoices').entries())
      for (const text of problemsOf(work, body))
        work.problems.add('prepared_invoices', texts.line(index, text))
  },

  effect(work) {
    const { before, draft, world } = work
    const was = before?.status ?? 'new'
    if (was === draft.status) return
    if (draft.status === 'active') {
      layOut(work, sceneOf(work))
      billWaitingUsage(work, sceneOf(work))
    } else if (draft.status === 'terminated' || draft.status === 'archived')
      dropAfter(sceneOf(work), draft, (work.notes.get('ends') as string | undefined) ?? world.clock.today)
    if (draft.status !== 'draft') runContract(sceneOf(work), draft)
  },
}

/** Rows are frozen, and bodies belong to the caller; what JSON cannot say is nothing. */
function ownCopy(body: unknown): unknown {
  const text = JSON.stringify(body)
  return text === undefined ? null : JSON.parse(text)
}

/** What usage was reported for stays an obligation with usage. */
function checkUsedObligations(work: Work): void {
  const { before, draft } = work
  if (before?.status !== 'draft') return
  const scene = sceneOf(work)
  const metered = new Set(
    linesOf(draft, scene.rules.obligations)
      .filter(isUsage)
      .map(({ id }) => id),
  )
  const used = new Set(rowsOf(work.table(scene.rules.usage), before).map((one) => one.obligation_id))
  for (const id of used)
    if (!metered.has(id)) work.problems.add(scene.rules.obligations, texts.inUse(`Obligation ${String(id)}`))
}

/** A prepared invoice has to be one of the contract, and to be accepted; it is taken back. */
function problemsOf(work: Work, body: Row): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [texts.type('object')]
  const { draft, world } = work
  const others = Object.entries({ company_id: 'Company', customer_id: 'Customer' }).filter(
    ([member]) => (body[member] ?? null) !== null && body[member] !== draft[member],
  )
  if (others.length > 0)
    return others.map(([member, model]) =>
      texts.mismatch(model, body[member], member === 'company_id' ? 'company' : 'counterparty'),
    )
  if (typeof body.date !== 'string') return [`date: ${texts.required}`]
  const scene = sceneOf(work)
  const refusal = rehearse(world, () =>
    createInvoice(scene, draft, preparedBody(scene, draft, body, textOf(body, 'date')), []),
  )
  return Object.entries(refusal?.errors ?? {}).flatMap(([name, messages]) =>
    messages.map((message) => (name === '__all__' ? message : `${name}: ${message}`)),
  )
}
