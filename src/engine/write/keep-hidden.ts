import { decimal, round } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { taxOf } from '../model/line-tax'
import { decimalOf, isObject, linesOf } from '../model/row'
import type { World } from '../model/world'
import type { Field } from '../schema/fields'
import { isSendable } from './read-body'

/**
 * The body of a PUT with what it could not know: a line that it names by its id keeps the members that answers do not
 * show, and its tax, unless it says otherwise (docs/service.md §2.4, §5.1).
 */
export function keepHidden(world: World, type: CompiledType, before: Row, body: unknown): unknown {
  if (!isObject(body)) return body
  let kept: Record<string, unknown> | undefined
  for (const member of type.lineMembers) {
    const sent = body[member]
    const names = hiddenIn(world, type, member)
    if (!Array.isArray(sent) || names.length === 0) continue
    const known = new Map(linesOf(before, member).map((line) => [line.id, line]))
    kept ??= { ...body }
    kept[member] = sent.map((line: unknown) => completed(world, names, known, line))
  }
  return kept ?? body
}

function completed(
  world: World,
  names: readonly string[],
  known: ReadonlyMap<unknown, Row>,
  line: unknown,
): unknown {
  if (!isObject(line)) return line
  const before = known.get(line.id)
  const missing = before ? names.filter((name) => line[name] === undefined) : []
  if (!before || missing.length === 0) return line
  return {
    ...line,
    ...Object.fromEntries(
      missing.map((name) => [name, name === 'tax' ? keptTax(world, before) : before[name]]),
    ),
  }
}

/** What the service worked out of the net, it works out anew. */
function keptTax(world: World, line: Row): unknown {
  const tax = taxOf(line)
  if (tax === null) return null
  const taxed = decimalOf(line, 'net_amount').minus(decimal(tax.tax_exempt_amount))
  const percent = taxed.times(decimal(tax.rate)).div(100)
  const isWorkedOut =
    tax.is_taxable === false || round(percent, world.assumptions.read('rounding')).eq(tax.amount ?? 0)
  return isWorkedOut ? { ...tax, amount: null } : tax
}

function hiddenIn(world: World, type: CompiledType, member: string): string[] {
  const members = Object.entries(type.definition.fields[member]?.element?.members ?? {})
  const standIns = new Set(members.map(([, { inPlaceOf }]) => inPlaceOf))
  const isKept = ([name, field]: readonly [string, Field]): boolean =>
    isSendable(field) &&
    !standIns.has(name) &&
    name !== 'id' &&
    (field.special === 'tax' ? world.assumptions.read('put-tax') === 'keep' : field.shown === 'never')
  return members.filter(isKept).map(([name]) => name)
}
