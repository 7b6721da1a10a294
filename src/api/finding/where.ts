/** A condition on the whole record: a function, or an object with `test` such as a `Query` of `@msw/data`. */
export type Matcher<Output> =
  | ((record: Output) => boolean)
  | { test(record: Output): boolean; readonly where?: unknown }

/**
 * Conditions on members, all of which must hold. A member's condition is its value, a list of accepted values
 * or a predicate. For an object or lines it is a `Where` again; one of the lines must match.
 *
 * @example
 * { customer_id: [1, 2], amount_due: (due) => Number(due) > 0, items: { item_id: 3 } }
 */
export type Where<Output> = {
  readonly [Member in keyof Output]?: Condition<Exclude<Output[Member], undefined>>
}

type Condition<Value> = ((value: Value) => boolean) | Wanted<Value>

/** The brackets prevent distribution over unions such as `boolean`. */
type Wanted<Value> = [NonNullable<Value>] extends [readonly (infer Element)[]]
  ? Choice<Element> | Extract<Value, null>
  : Choice<Value>

type Choice<Value> = One<Value> | readonly One<Value>[]

type One<Value> = [NonNullable<Value>] extends [object]
  ? Where<NonNullable<Value>> | Extract<Value, null>
  : Value

/** Members whose values can be ordered. */
type Orderable<Output> = {
  [Member in keyof Output]: [NonNullable<Output[Member]>] extends [string | number | boolean] ? Member : never
}[keyof Output]

/** Members to order by, in order of priority. */
export type OrderBy<Output> = { readonly [Member in Orderable<Output>]?: 'asc' | 'desc' }

export interface FindOptions<Output> {
  /**
   * Amounts are ordered by value, null comes last, and ties are ordered by identifier.
   * @default by identifier
   */
  readonly orderBy?: OrderBy<Output> | readonly OrderBy<Output>[]
  /** The number of records to skip. @default 0 */
  readonly skip?: number
  /** The maximum number of records. @default all */
  readonly take?: number
}
