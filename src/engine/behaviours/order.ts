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

/** Ordered quantities, which invoices or bills fulfil. Orders post nothing (§11.5). */
export const order = defineBehaviour('order', 'order', {
  restsOn: ['order-matching'],
  isApplied: (before, _, { lines, fulfilled }) =>
    linesOf(before, lines).some((line) => decimalOf(line, fulfilled).gt(zero)),

  limits(write, rule) {
    const fulfilments = write.before ? fulfilmentsOf(write, rule, write.before) : []
    if (fulfilments.length > 0 && isBelowFulfilled(write, rule, fulfilments))
      write.problems.add(rule.lines, messages.belowFulfilled)
    fill(rule, write.after, linesInOrder(write, rule.lines), fulfilments)
  },
})

/** Updates the order after a document that fulfils it was written. */
export const fulfils = defineBehaviour('fulfils', 'fulfils', {
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
  fill(rule, after, mutableLinesOf(after, lines), fulfilmentsOf(write, rule, before))
  if (JSON.stringify(before) === JSON.stringify(after)) return
  changeRow(write, resource, after)
}

/** The posted documents that name the order, by number. */
function fulfilmentsOf(write: Write, { by }: OrderRule, order: Row): Row[] {
  const { resource, member, key } = by
  const table = write.table(resource)
  return table.rowsWhere(member, numberOf(order, key)).filter((row) => row.record_status === 'posted')
}

/** Matches fulfilled quantities by item to the order lines, from first to last. A surplus is ignored. */
function fill(
  rule: OrderRule,
  after: MutableRow,
  lines: readonly MutableRow[],
  fulfilments: readonly Row[],
): void {
  const left = fulfilledByItem(rule, fulfilments)
  for (const line of lines) {
    const [ordered, available] = [decimalOf(line, 'quantity'), left.get(line.item_id) ?? zero]
    const fulfilled = available.lt(ordered) ? available : ordered
    left.set(line.item_id, available.minus(fulfilled))
    line[rule.fulfilled] = rateText(fulfilled)
    line[rule.due] = rateText(ordered.minus(fulfilled))
  }
  const [fulfilled, due] = [rule.fulfilled, rule.due].map((column) =>
    sum(lines.map((line) => decimalOf(line, column))),
  )
  after[rule.fulfilledTotal] = rateText(fulfilled ?? zero)
  after[rule.dueTotal] = rateText(due ?? zero)
  const [nothing, part, all] = rule.words
  after[rule.status] = !fulfilled?.gt(zero) ? nothing : due?.gt(zero) ? part : all
}

/** The documents have their lines in a member with the same name as the order's. */
function fulfilledByItem({ lines }: OrderRule, fulfilments: readonly Row[]): Map<unknown, Decimal> {
  const total = new Map<unknown, Decimal>()
  for (const line of fulfilments.flatMap((row) => linesOf(row, lines)))
    total.set(line.item_id, (total.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return total
}

function isBelowFulfilled(
  write: Write,
  { lines, fulfilled }: OrderRule,
  fulfilments: readonly Row[],
): boolean {
  const before = new Map<unknown, Decimal>()
  for (const line of linesOf(write.before ?? {}, lines))
    before.set(line.item_id, (before.get(line.item_id) ?? zero).plus(decimalOf(line, fulfilled)))
  const ordered = new Map<unknown, Decimal>()
  for (const line of mutableLinesOf(write.after, lines))
    ordered.set(line.item_id, (ordered.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return (
    fulfilments.length > 0 && [...before].some(([item, amount]) => (ordered.get(item) ?? zero).lt(amount))
  )
}
