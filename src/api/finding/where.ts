/** A whole-record question: a function, or an object with `test` such as a `Query` of `@msw/data`. */
export type Matcher<Output> =
  | ((record: Output) => boolean)
  | { test(record: Output): boolean; readonly where?: unknown }

/**
 * Conditions on members, all of which must hold. For each member: its value; a list of values, of which any will
 * do; a predicate; for objects and lines the same again, and of lines one must match.
 *
 * @example
 * { customer_id: [1, 2], amount_due: (due) => Number(due) > 0, items: { item_id: 3 } }
 */
export type Where<Output> = {
  readonly [Member in keyof Output]?: Condition<Exclude<Output[Member], undefined>>
}

type Condition<Value> = ((value: Value) => boolean) | Wanted<Value>

/** Brackets keep unions such as `boolean` whole. */
type Wanted<Value> = [NonNullable<Value>] extends [readonly (infer Element)[]]
  ? Choice<Element> | Extract<Value, null>
  : Choice<Value>

type Choice<Value> = One<Value> | readonly One<Value>[]

type One<Value> = [NonNullable<Value>] extends [object]
  ? Where<NonNullable<Value>> | Extract<Value, null>
  : Value

/** Members with a value that can be ordered. */
type Orderable<Output> = {
  [Member in keyof Output]: [NonNullable<Output[Member]>] extends [string | number | boolean] ? Member : never
}[keyof Output]

/** Members to order by, the first one first. */
export type OrderBy<Output> = { readonly [Member in Orderable<Output>]?: 'asc' | 'desc' }

export interface FindOptions<Output> {
  /**
   * Amounts are ordered by value, null is last, and ties are ordered by identifier.
   * @default by identifier
   */
  readonly orderBy?: OrderBy<Output> | readonly OrderBy<Output>[]
  /** The number of records to leave out at the beginning. @default 0 */
  readonly skip?: number
  /** The maximum number of records. @default all */
  readonly take?: number
}
