import type { ShownFields } from '../../engine/read/describe'
import { OptionError, wrongOption } from '../../errors/option-error'
import { oneOfNames } from '../../errors/reader'
import { isPlainObject } from '../../kernel/is-object'
import { decimal } from '../../kernel/money'
import { perhaps } from '../../kernel/nearest-name'

/** One member to order by. */
export interface Ordering {
  readonly member: string
  readonly isDescending: boolean
  readonly isDecimal: boolean
}

/** @throws OptionError for a member that does not exist or has no order */
export function orderings(orderBy: unknown, shapes: ShownFields): Ordering[] {
  const given = Array.isArray(orderBy) ? orderBy : orderBy === undefined || orderBy === null ? [] : [orderBy]
  return given.flatMap((one: unknown) => {
    if (!isPlainObject(one)) throw wrongOption('orderBy', "an object such as { date: 'desc' }", one)
    return Object.entries(one).map(([member, direction]) => ordering(member, direction, shapes))
  })
}

function ordering(member: string, direction: unknown, shapes: ShownFields): Ordering {
  const shape = shapes.get(member)
  const option = `orderBy.${member}`
  if (!shape)
    throw new OptionError(option, `no member "${member}"${perhaps(member, shapes.keys())} to order by`)
  if (shape.within)
    throw new OptionError(
      option,
      `${option}: records cannot be ordered by a member that holds an object or a list`,
    )
  oneOfNames(['asc', 'desc'])(direction, option)
  return { member, isDescending: direction === 'desc', isDecimal: shape.source.kind === 'decimal' }
}

/** The values of a record by the orderings; null for none. */
export type OrderedRecord<Found> = { readonly found: Found; readonly values: readonly Sortable[] }
type Sortable = string | number | boolean | null

/** Null is last in both directions; equal places keep their order, which is that of the identifiers. */
export const placesInOrder = <Found>(
  places: OrderedRecord<Found>[],
  by: readonly Ordering[],
): OrderedRecord<Found>[] =>
  places.sort((a, b) => {
    for (const [index, { isDescending, isDecimal }] of by.entries()) {
      const [one, other] = [a.values[index] ?? null, b.values[index] ?? null]
      if (one === other) continue
      if (one === null) return 1
      if (other === null) return -1
      const order = isDecimal ? compareDecimals(String(one), String(other)) : one < other ? -1 : 1
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  })

/** By numbers where they tell, which is faster; exactly where they are equal. */
function compareDecimals(one: string, other: string): number {
  const difference = Number(one) - Number(other)
  return difference !== 0 ? difference : decimal(one).cmp(decimal(other))
}
