import { type Decimal, rateText, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { messages } from '../model/refusals'
import { decimalOf, linesOf, type MutableRow, mutableLinesOf, numberOf } from '../model/row'
import type { Definition } from '../schema/define'
import { defineBehaviour } from '../write/behaviour'
import { linesInOrder } from '../write/lines'
import { changeRow } from '../write/save'
import type { Write } from '../write/write'

type OrderRule = NonNullable<Definition['order']>

/** Ordered quantities, which invoices or bills take. Orders post nothing (§11.5). */
export const order = defineBehaviour('order', 'order', {
  restsOn: ['order-matching'],
  isApplied: (before, _, { lines, taken }) =>
    linesOf(before, lines).some((line) => decimalOf(line, taken).gt(zero)),

  limits(write, rule) {
    const takers = write.before ? takersOf(write, rule, write.before) : []
    if (takers.length > 0 && isBelowTaken(write, rule, takers))
      write.problems.add(rule.lines, messages.belowTaken)
    fill(rule, write.after, linesInOrder(write, rule.lines), takers)
  },
})

/** Updates the order after a document that takes quantities from it was written. */
export const takes = defineBehaviour('takes', 'takes', {
  state(write, { member, resource, key }) {
    const order = write.find(resource, key, write.after[member])
    if (!order || !write.isPosted) return
    const model = write.modelOf(resource)
    const isKept = write.wasPosted && write.before?.[member] === write.after[member]
    if (order.record_status !== 'posted' && !isKept)
      write.problems.add(member, messages.notPosted(model, order.number))
    const complain = (what: string): void =>
      write.problems.add(member, messages.mismatch(model, order.number, what))
    const { counterparty } = settingOf(write.definition, 'document')
    if (order.company_id !== write.after.company_id) complain('company')
    if (counterparty && order[counterparty] !== write.after[counterparty]) complain('counterparty')
  },

  written(write, { member, resource, key }) {
    for (const value of new Set([write.before?.[member], write.after[member]])) {
      const order = write.find(resource, key, value)
      if (order && order.record_status !== 'archived') refill(write, resource, order)
    }
  },
})

function refill(write: Write, resource: string, before: Row): void {
  const rule = settingOf(write.world.registry.type(resource).definition, 'order')
  const { lines } = rule
  const after: MutableRow = { ...before, [lines]: linesOf(before, lines).map((line) => ({ ...line })) }
  fill(rule, after, mutableLinesOf(after, lines), takersOf(write, rule, before))
  if (JSON.stringify(before) === JSON.stringify(after)) return
  changeRow(write, resource, after)
}

/** The posted documents that name the order, by number. */
function takersOf(write: Write, { by }: OrderRule, order: Row): Row[] {
  const { resource, member, key } = by
  const table = write.table(resource)
  return table.rowsWhere(member, numberOf(order, key)).filter((row) => row.record_status === 'posted')
}

/** Matches taken quantities by item to the order lines, from first to last. A surplus is ignored. */
function fill(
  rule: OrderRule,
  after: MutableRow,
  lines: readonly MutableRow[],
  takers: readonly Row[],
): void {
  const left = takenByItem(rule, takers)
  for (const line of lines) {
    const [ordered, available] = [decimalOf(line, 'quantity'), left.get(line.item_id) ?? zero]
    const taken = available.lt(ordered) ? available : ordered
    left.set(line.item_id, available.minus(taken))
    line[rule.taken] = rateText(taken)
    line[rule.due] = rateText(ordered.minus(taken))
  }
  const [taken, due] = [rule.taken, rule.due].map((column) =>
    sum(lines.map((line) => decimalOf(line, column))),
  )
  after[rule.takenTotal] = rateText(taken ?? zero)
  after[rule.dueTotal] = rateText(due ?? zero)
  const [nothing, part, all] = rule.words
  after[rule.status] = !taken?.gt(zero) ? nothing : due?.gt(zero) ? part : all
}

/** The documents that take have their lines under the name that the order has. */
function takenByItem({ lines }: OrderRule, takers: readonly Row[]): Map<unknown, Decimal> {
  const total = new Map<unknown, Decimal>()
  for (const line of takers.flatMap((row) => linesOf(row, lines)))
    total.set(line.item_id, (total.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return total
}

function isBelowTaken(write: Write, { lines, taken }: OrderRule, takers: readonly Row[]): boolean {
  const before = new Map<unknown, Decimal>()
  for (const line of linesOf(write.before ?? {}, lines))
    before.set(line.item_id, (before.get(line.item_id) ?? zero).plus(decimalOf(line, taken)))
  const ordered = new Map<unknown, Decimal>()
  for (const line of mutableLinesOf(write.after, lines))
    ordered.set(line.item_id, (ordered.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return takers.length > 0 && [...before].some(([item, amount]) => (ordered.get(item) ?? zero).lt(amount))
}
