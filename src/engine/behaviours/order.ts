import { type Decimal, rateText, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { messages } from '../model/messages'
import { decimalOf, linesOf, type MutableRow, mutableLinesOf, numberOf } from '../model/row'
import { ruleOf } from '../model/rule-of'
import type { Definition } from '../schema/define'
import { defineBehaviour } from '../write/behaviour'
import { amend } from '../write/save'
import type { Write } from '../write/write'

/** Ordered quantities, which invoices or bills take. Orders post nothing (docs/service.md §11.5). */
export const order = defineBehaviour('order', 'order', {
  restsOn: ['order-matching'],
  isApplied: (before, { definition }) =>
    linesOf(before, definition.order?.lines ?? '').some((line) =>
      decimalOf(line, definition.order?.taken ?? '').gt(zero),
    ),

  limits(write) {
    const takers = write.before ? takersOf(write, write.definition, write.before) : []
    if (takers.length > 0 && isBelowTaken(write, takers))
      write.problems.add(write.definition.order?.lines ?? '', messages.belowTaken)
    fill(write.definition, write.after, takers)
  },
})

/** Updates the order after a document that takes quantities from it was written. */
export const takes = defineBehaviour('takes', 'takes', {
  state(write) {
    const { member, resource, key } = write.definition.takes ?? { member: '', resource: '', key: 'number' }
    const order = write.find(resource, key, write.after[member])
    if (!order || !write.isPosted) return
    const model = write.modelOf(resource)
    if (order.record_status !== 'posted') write.problems.add(member, messages.notPosted(model, order.number))
    for (const [column, what] of [
      ['company_id', 'company'],
      [counterpartyOf(write), 'counterparty'],
    ] as const)
      if (order[column] !== write.after[column])
        write.problems.add(member, messages.mismatch(model, order.number, what))
  },

  written(write) {
    const { member, resource, key } = write.definition.takes ?? { member: '', resource: '', key: 'number' }
    for (const value of new Set([write.before?.[member], write.after[member]])) {
      const order = write.find(resource, key, value)
      if (order && order.record_status !== 'archived') refill(write, resource, order)
    }
  },
})

const counterpartyOf = (write: Write): string => write.definition.document?.counterparty ?? ''

function refill(write: Write, resource: string, before: Row): void {
  const { definition } = write.world.registry.type(resource)
  const { lines } = ruleOf(definition, 'order')
  const after: MutableRow = { ...before, [lines]: linesOf(before, lines).map((line) => ({ ...line })) }
  fill(definition, after, takersOf(write, definition, before))
  if (JSON.stringify(before) === JSON.stringify(after)) return
  amend(write, resource, after)
}

/** The posted documents that name the order, by number. */
function takersOf(write: Write, definition: Definition, order: Row): Row[] {
  const { resource, member, key } = ruleOf(definition, 'order').by
  const table = write.table(resource)
  return table.rowsWhere(member, numberOf(order, key)).filter((row) => row.record_status === 'posted')
}

/** Matches taken quantities by item to the order lines, from first to last. A surplus is ignored. */
function fill(definition: Definition, after: MutableRow, takers: readonly Row[]): void {
  const rule = ruleOf(definition, 'order')
  const left = takenByItem(definition, takers)
  const lines = mutableLinesOf(after, rule.lines)
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

function takenByItem(definition: Definition, takers: readonly Row[]): Map<unknown, Decimal> {
  const total = new Map<unknown, Decimal>()
  for (const line of takers.flatMap((row) => linesOf(row, definition.order?.lines ?? '')))
    total.set(line.item_id, (total.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return total
}

function isBelowTaken(write: Write, takers: readonly Row[]): boolean {
  const { lines = '', taken = '' } = write.definition.order ?? {}
  const before = new Map<unknown, Decimal>()
  for (const line of linesOf(write.before ?? {}, lines))
    before.set(line.item_id, (before.get(line.item_id) ?? zero).plus(decimalOf(line, taken)))
  const ordered = new Map<unknown, Decimal>()
  for (const line of mutableLinesOf(write.after, lines))
    ordered.set(line.item_id, (ordered.get(line.item_id) ?? zero).plus(decimalOf(line, 'quantity')))
  return takers.length > 0 && [...before].some(([item, amount]) => (ordered.get(item) ?? zero).lt(amount))
}
