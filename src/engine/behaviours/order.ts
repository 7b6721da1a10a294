import { type Decimal, rateText, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf, linesOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Capability } from '../write/behaviour'
import { touch } from '../write/save'
import type { Work } from '../write/write'

/**
 * Quantities of an order that invoices or bills take; an order itself posts nothing (docs/service.md §11.5).
 */
export const order: Capability = {
  name: 'order',
  rests: ['order-matching'],
  appliesTo: (definition) => definition.order !== undefined,
  isApplied: (before, { definition }) =>
    linesOf(before, definition.order?.lines ?? '').some((line) =>
      decimalOf(line, definition.order?.taken ?? '').greaterThan(zero),
    ),

  limits(work) {
    const takers = work.before ? takersOf(work, work.definition, work.before) : []
    if (takers.length > 0 && isBelowTaken(work, takers))
      work.problems.add(work.definition.order?.lines ?? '', texts.belowTaken)
    fill(work.definition, work.draft, takers)
  },
}

/** A document that takes from an order brings the order up to date once it is written itself. */
export const takes: Capability = {
  name: 'takes',
  appliesTo: (definition) => definition.takes !== undefined,

  state(work) {
    const { member, resource, key } = work.definition.takes ?? { member: '', resource: '', key: 'number' }
    const order = work.find(resource, key, work.draft[member])
    if (!order || !work.isPosted) return
    const model = work.modelOf(resource)
    if (order.record_status !== 'posted') work.problems.add(member, texts.notPosted(model, order.number))
    for (const [column, what] of [
      ['company_id', 'company'],
      [counterpartyOf(work), 'counterparty'],
    ] as const)
      if (order[column] !== work.draft[column])
        work.problems.add(member, texts.mismatch(model, order.number, what))
  },

  written(work) {
    const { member, resource, key } = work.definition.takes ?? { member: '', resource: '', key: 'number' }
    for (const value of new Set([work.before?.[member], work.draft[member]])) {
      const order = work.find(resource, key, value)
      if (order && order.record_status !== 'archived') refill(work, resource, order)
    }
  },
}

const counterpartyOf = (work: Work): string => work.definition.document?.counterparty ?? ''

function refill(work: Work, resource: string, before: Row): void {
  const { definition } = work.world.machine.resource(resource)
  const lines = definition.order?.lines ?? ''
  const draft: Draft = { ...before, [lines]: linesOf(before, lines).map((line) => ({ ...line })) }
  fill(definition, draft, takersOf(work, definition, before))
  if (JSON.stringify(before) === JSON.stringify(draft)) return
  touch(work.world, draft)
  work.table(resource).put(draft)
}

/** The posted documents that name the order, in the order of their numbers. */
function takersOf(work: Work, definition: Definition, order: Row): Row[] {
  const { resource, member, key } = definition.order?.by ?? { resource: '', member: '', key: 'number' }
  const table = work.table(resource)
  return table
    .keysWhere(member, order[key] as number)
    .map((number) => table.get(number) as Row)
    .filter((row) => row.record_status === 'posted')
}

/** Quantities by item, taken by the lines of the order in their order; a surplus matches nothing. */
function fill(definition: Definition, draft: Draft, takers: readonly Row[]): void {
  const rule = definition.order
  if (!rule) return
  const left = takenByItem(definition, takers)
  const lines = draftLinesOf(draft, rule.lines)
  for (const line of lines) {
    const [ordered, available] = [decimalOf(line, 'quantity'), left.get(line.item_id) ?? zero]
    const taken = available.lessThan(ordered) ? available : ordered
    left.set(line.item_id, available.minus(taken))
    line[rule.taken] = rateText(taken)
    line[rule.due] = rateText(ordered.minus(taken))
  }
  const [taken, due] = [rule.taken, rule.due].map((column) =>
    sum(lines.map((line) => decimalOf(line, column))),
  )
  draft[rule.takenTotal] = rateText(taken ?? zero)
  draft[rule.dueTotal] = rateText(due ?? zero)
  const [nothing, part, all] = rule.words
  draft[rule.status] = !taken?.greaterThan(zero) ? nothing : due?.greaterThan(zero) ? part : all
}

function takenByItem(definition: Definition, takers: readonly Row[]): Map<unknown, Decimal> {
  const total = new Map<unknown, Decimal>()
  for (const line of takers.flatMap((row) => linesOf(row, definition.order?.lines ?? '')))
    total.set(line.item_id, (total.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return total
}

function isBelowTaken(work: Work, takers: readonly Row[]): boolean {
  const { lines = '', taken = '' } = work.definition.order ?? {}
  const before = new Map<unknown, Decimal>()
  for (const line of linesOf(work.before ?? {}, lines))
    before.set(line.item_id, (before.get(line.item_id) ?? zero).plus(decimalOf(line, taken)))
  const ordered = new Map<unknown, Decimal>()
  for (const line of draftLinesOf(work.draft, lines))
    ordered.set(line.item_id, (ordered.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return (
    takers.length > 0 && [...before].some(([item, amount]) => (ordered.get(item) ?? zero).lessThan(amount))
  )
}
