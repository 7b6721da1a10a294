/**
 * The words a record type's members are described with. A field is plain data, of which
 * `write/read-value.ts` makes readers.
 */

export type Presence = 'required' | 'optional' | 'none'

export type Kind =
  | 'integer'
  | 'text'
  | 'flag'
  | 'number'
  | 'decimal'
  | 'date'
  | 'instant'
  | 'choice'
  | 'currency'
  | 'object'
  | 'list'
  | 'any'

declare const types: unique symbol

export interface Field<In = unknown, Out = unknown, P extends Presence = Presence> {
  readonly kind: Kind
  /** In a request: must, may or cannot be sent. */
  readonly presence: P
  readonly nullable: boolean
  /**
   * In a response: in every view, in the record's own view only, in list entries only, in every view once a
   * member holds something, or never.
   */
  readonly shown: 'always' | 'detail' | 'entry' | 'filled' | 'never'
  /** The member that has to hold something. */
  readonly shownOnce?: string
  /** Never null in a response, since the service fills in what a request leaves to it. */
  readonly filled?: true
  /** What an omitted member becomes. */
  readonly initial?: unknown
  readonly places?: number
  /** Bounds of an integer. */
  readonly least?: number
  readonly most?: number
  /** An empty text is as good as a value. */
  readonly blank?: true
  readonly values?: readonly string[]
  /** Values besides that the service alone gives. */
  readonly ownValues?: readonly string[]
  /** The only numbers that an integer can be. */
  readonly among?: readonly number[]
  readonly members?: Fields
  readonly element?: Field
  /** The record type and column that the value names. */
  readonly target?: Target
  /** Of a line: written by the service alone, and kept by a line that an update names by its id. */
  readonly kept?: true
  /** Computed for the response from the stored row and never stored itself. */
  readonly derived?: Derivation
  /** A rule on text: its name chooses the message. */
  readonly rule?: TextRule
  /** A `schedule` is given in a request and answered with what came of it. */
  readonly special?: 'classifications' | 'custom-fields' | 'attachments' | 'lines' | 'tax' | 'schedule'
  readonly [types]?: readonly [In, Out]
}

export interface Target {
  readonly resource: string
  readonly by: string
}

export type TextRule = 'non-empty' | 'email' | 'country'

export type Derivation =
  | {
      readonly kind: 'lookup'
      readonly through: string
      /** Another reference, where the first names nothing. */
      readonly or?: string
      readonly member: string
      readonly otherwise: unknown
    }
  | { readonly kind: 'common-classifications'; readonly lines: readonly string[] }
  | {
      readonly kind: 'owned'
      readonly resource: string
      readonly by: string
      /** Members of that record type; without them, those that the entries of the list have themselves. */
      readonly members?: readonly string[]
    }
  /** The sum of a column over lines. */
  | { readonly kind: 'total'; readonly lines: string; readonly member: string }
  /** The first entry of a list, or null. */
  | { readonly kind: 'first'; readonly column: string }
  | { readonly kind: 'deposits' }
  | {
      readonly kind: 'count'
      readonly resource: string
      readonly by: string
      readonly where: { readonly column: string; readonly value: string }
    }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'copy'; readonly column: string }
  | { readonly kind: 'code'; readonly column: string }

// biome-ignore lint/suspicious/noExplicitAny: only the phantom types are read, and any makes them assignable.
export type Fields = Readonly<Record<string, Field<any, any, Presence>>>

type Required<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, unknown, 'required'> ? K : never
}[keyof F]
type Optional<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, unknown, 'optional'> ? K : never
}[keyof F]
type InOf<F> = F extends Field<infer In, unknown, Presence> ? In : never
type OutOf<F> = F extends Field<unknown, infer Out, Presence> ? Out : never
type Shown<F extends Fields> = { [K in keyof F]: [OutOf<F[K]>] extends [never] ? never : K }[keyof F]

/** The request body of a record type. */
export type InputOf<F extends Fields> = { [K in Required<F>]: InOf<F[K]> } & {
  [K in Optional<F>]?: InOf<F[K]> | undefined
}
/** The response record of a record type. */
export type OutputOf<F extends Fields> = { [K in Shown<F>]: OutOf<F[K]> }

type Plain<T> = Field<T, T, 'required'>

const field = <In, Out = In>(kind: Kind, more: Partial<Field> = {}): Field<In, Out, 'required'> =>
  ({ kind, presence: 'required', nullable: false, shown: 'always', ...more }) as Field<In, Out, 'required'>

export const integer = (least?: number, most?: number): Plain<number> =>
  field('integer', { ...(least !== undefined && { least }), ...(most !== undefined && { most }) })
export const text = (rule?: TextRule): Plain<string> => field('text', rule ? { rule } : {})
export const flag = (): Plain<boolean> => field('flag')
/** A JSON number with so many decimals at most, in requests and responses alike. */
export const number = (places: number): Plain<number> => field('number', { places })
/** Money: two decimals. Number or text in requests, text in responses. */
export const amount = (): Field<number | string, string, 'required'> => field('decimal', { places: 2 })
/** A rate or a quantity: six decimals at most. */
export const quantity = (): Field<number | string, string, 'required'> => field('decimal', { places: 6 })
/** Company-currency units per unit of record currency: sixteen decimals at most. */
export const exchangeRate = (): Field<number | string, string, 'required'> => field('decimal', { places: 16 })
export const date = (): Plain<string> => field('date')
export const instant = (): Plain<string> => field('instant')
export const choice = <const V extends string>(...values: readonly V[]): Plain<V> =>
  field('choice', { values })
/** A choice to which the service adds values that no request can name. */
export const choiceAnd = <const Asked extends string, const Own extends string>(
  values: readonly Asked[],
  ownValues: readonly Own[],
): Field<Asked, Asked | Own, 'required'> => field('choice', { values, ownValues })
/** One of these whole numbers. */
export const among = (...numbers: readonly number[]): Plain<number> => field('integer', { among: numbers })
export const currency = (): Plain<string> => field('currency')
/** Where there may be no currency: an empty text. */
export const maybeCurrency = (): Plain<string> => field('currency', { blank: true })
export const anything = (): Plain<unknown> => field('any')
export const object = <F extends Fields>(members: F): Field<InputOf<F>, OutputOf<F>, 'required'> =>
  field('object', { members })
export const list = <In, Out>(element: Field<In, Out, Presence>): Field<readonly In[], Out[], 'required'> =>
  field('list', { element })

/** The lines of a document: ordered by position, each with an id of its own that a later PUT can name. */
export const lines = <F extends Fields>(
  members: F,
): Field<readonly InputOf<F>[], OutputOf<F>[], 'required'> =>
  field('list', { element: object(members), special: 'lines', initial: [] })

/** The create body of another record type, kept as it was sent. */
export const createBody = (): Field<object, Record<string, unknown>, 'required'> => field('any')

/** The identifier of another record; `by` names the column that identifies it. */
export const reference = (resource: string, by = 'id'): Plain<number> =>
  field('integer', { target: { resource, by } })

/** May be left out of a request and is then `initial`. */
export const optional = <In, Out>(
  inner: Field<In, Out, Presence>,
  initial: unknown = null,
): Field<In, Out, 'optional'> => ({
  ...inner,
  presence: 'optional',
  initial,
})

/** May be null. */
export const nullable = <In, Out, P extends Presence>(
  inner: Field<In, Out, P>,
): Field<In | null, Out | null, P> => ({
  ...inner,
  nullable: true,
})

/** May be left out or null, which mean the same. */
export const maybe = <In, Out>(inner: Field<In, Out, Presence>): Field<In | null, Out | null, 'optional'> =>
  optional(nullable(inner))

/** Null in a request leaves it to the service, whose answer has a value. */
export const filledIn = <In, Out, P extends Presence>(
  inner: Field<In, Out, P>,
): Field<In, NonNullable<Out>, P> => ({ ...(inner as Field<In, NonNullable<Out>, P>), filled: true })

/** Kept by the service: in responses, never in requests. */
export const readOnly = <Out>(
  inner: Field<unknown, Out, Presence>,
  initial: unknown = null,
): Field<never, Out, 'none'> => ({
  ...(inner as Field<never, Out, Presence>),
  presence: 'none',
  initial,
})

/** Computed for each response from the stored row. */
export const derived = <Out>(
  inner: Field<unknown, Out, Presence>,
  derivation: Derivation,
): Field<never, Out, 'none'> => ({
  ...readOnly(inner),
  derived: derivation,
})

/** Kept, and never shown. */
export const hidden = <In, P extends Presence>(inner: Field<In, unknown, P>): Field<In, never, P> => ({
  ...(inner as Field<In, never, P>),
  shown: 'never',
})

/** Of lines: what the service notes on them, never shown and never sent. */
export const kept = <Out>(inner: Field<unknown, Out, Presence>): Field<never, never, 'none'> => ({
  ...hidden(readOnly(inner)),
  kept: true,
})

export const detailOnly = <In, Out, P extends Presence>(inner: Field<In, Out, P>): Field<In, Out, P> => ({
  ...inner,
  shown: 'detail',
})

export const entryOnly = <In, Out, P extends Presence>(
  inner: Field<In, Out, P>,
): Field<In, Out | undefined, P> => ({
  ...inner,
  shown: 'entry',
})

/** Shown in every view once the record holds something in the member that is named, which may be this one. */
export const onceFilled = <In, Out, P extends Presence>(
  member: string,
  inner: Field<In, Out, P>,
): Field<In, Out | undefined, P> => ({
  ...inner,
  shown: 'filled',
  shownOnce: member,
})

/** A member of the record that a reference names, read when the response is made. */
export const nameOf = (
  through: string,
  member = 'name',
  otherwise: string | null = null,
): Field<never, string | null, 'none'> =>
  derived(nullable(text()), { kind: 'lookup', through, member, otherwise })

/** The name of what either reference names. */
export const nameOfEither = (through: string, or: string): Field<never, string | null, 'none'> =>
  derived(nullable(text()), { kind: 'lookup', through, or, member: 'name', otherwise: null })

/** The id of the record that a reference names by something else. */
export const idOf = (through: string): Field<never, number | null, 'none'> =>
  derived(nullable(integer()), { kind: 'lookup', through, member: 'id', otherwise: null })

/** What another column of the row holds. */
export const copyOf = <Out>(
  inner: Field<unknown, Out, Presence>,
  column: string,
): Field<never, Out, 'none'> => derived(inner, { kind: 'copy', column })

/** A number with the word before it that makes it a code. */
export const codeOf = (column: string): Field<never, string, 'none'> =>
  derived(text(), { kind: 'code', column })

/** A text of the record that a reference names, read when the response is made. */
export const lookup = (through: string, member: string): Field<never, string | null, 'none'> =>
  nameOf(through, member)
