/** The vocabulary of members. A field is plain data; `write/read-value.ts` turns it into a reader. */

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
  /** Whether a request must, may or cannot contain it. */
  readonly presence: P
  readonly nullable: boolean
  /**
   * The responses that contain it: all; only a single record; only list entries; all, once another member is
   * set; or none.
   */
  readonly shown: 'always' | 'detail' | 'entry' | 'filled' | 'with-line-amounts' | 'never'
  /** The member that must be set for 'filled'. */
  readonly shownOnce?: string
  /** Never null in a response: the service supplies a value for null. */
  readonly filled?: true
  /** The value if a request omits it. */
  readonly initial?: unknown
  readonly places?: number
  /** Bounds of an integer, inclusive. */
  readonly least?: number
  readonly most?: number
  /** Accepts an empty text. */
  readonly blank?: true
  readonly values?: readonly string[]
  /** Further values, which only the service sets. */
  readonly ownValues?: readonly string[]
  /** The allowed numbers of an integer. */
  readonly among?: readonly number[]
  readonly members?: Fields
  readonly element?: Field
  /** The record type and column that the value refers to. */
  readonly target?: Target
  readonly namesLine?: true
  /** On a line: written only by the service. An update that names the line by its id keeps it. */
  readonly kept?: true
  /** The host may write it as well; requests cannot. */
  readonly byHost?: true
  /** A request may name the same record by this instead of by the member: an account by its id. */
  readonly inPlaceOf?: string
  /** Computed for each response, not stored. */
  readonly derived?: Derivation
  /** A rule on text; its name selects the message. */
  readonly rule?: TextRule
  /** A `schedule` is given in a request; responses show the entries generated from it. */
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
      /** A second reference, used if the first is empty. */
      readonly or?: string
      readonly member: string
      readonly otherwise: unknown
    }
  | { readonly kind: 'common-classifications'; readonly lines: readonly string[] }
  | {
      readonly kind: 'owned'
      readonly resource: string
      readonly by: string
      /** The shown members of that record type; by default those of the list entry itself. */
      readonly members?: readonly string[]
    }
  /** The sum of a column over the lines. */
  | { readonly kind: 'total'; readonly lines: string; readonly member: string }
  /** The first entry of a list, or null. */
  | { readonly kind: 'first'; readonly column: string }
  /** Members of the record that a column names, as a list of one or none. */
  | {
      readonly kind: 'named-by'
      readonly column: string
      readonly resource: string
      readonly by: string
      readonly members: readonly string[]
    }
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

/** The members of an object in a request. */
export type InputOf<F extends Fields> = { [K in Required<F>]: InOf<F[K]> } & {
  [K in Optional<F>]?: InOf<F[K]> | undefined
}
/** The members of an object in a response. */
export type OutputOf<F extends Fields> = { [K in Shown<F>]: OutOf<F[K]> }

type Plain<T> = Field<T, T, 'required'>

const field = <In, Out = In>(kind: Kind, more: Partial<Field> = {}): Field<In, Out, 'required'> =>
  ({ kind, presence: 'required', nullable: false, shown: 'always', ...more }) as Field<In, Out, 'required'>

export const integer = (least?: number, most?: number): Plain<number> =>
  field('integer', { ...(least !== undefined && { least }), ...(most !== undefined && { most }) })
export const text = (rule?: TextRule): Plain<string> => field('text', rule ? { rule } : {})
export const flag = (): Plain<boolean> => field('flag')
/** A JSON number with a maximum number of decimal places, in requests and responses. */
export const number = (places: number): Plain<number> => field('number', { places })
/** Money with two decimal places: number or text in requests, text in responses. */
export const amount = (): Field<number | string, string, 'required'> => field('decimal', { places: 2 })
/** A rate or a quantity with at most six decimal places. */
export const quantity = (): Field<number | string, string, 'required'> => field('decimal', { places: 6 })
/** Units of company currency for one unit of record currency, with at most sixteen decimal places. */
export const exchangeRate = (): Field<number | string, string, 'required'> => field('decimal', { places: 16 })
export const date = (): Plain<string> => field('date')
export const instant = (): Plain<string> => field('instant')
export const choice = <const V extends string>(...values: readonly V[]): Plain<V> =>
  field('choice', { values })
/** A choice with further values that only the service sets. */
export const choiceAnd = <const Asked extends string, const Own extends string>(
  values: readonly Asked[],
  ownValues: readonly Own[],
): Field<Asked, Asked | Own, 'required'> => field('choice', { values, ownValues })
/** One of the given whole numbers. */
export const among = (...numbers: readonly number[]): Plain<number> => field('integer', { among: numbers })
export const currency = (): Plain<string> => field('currency')
/** A currency code or an empty text. */
export const maybeCurrency = (): Plain<string> => field('currency', { blank: true })
export const anything = (): Plain<unknown> => field('any')
export const object = <F extends Fields>(members: F): Field<InputOf<F>, OutputOf<F>, 'required'> =>
  field('object', { members })
export const list = <In, Out>(element: Field<In, Out, Presence>): Field<readonly In[], Out[], 'required'> =>
  field('list', { element })

/** The lines of a document, ordered by position. Each has an id, which a later PUT can name. */
export const lines = <F extends Fields>(
  members: F,
): Field<readonly InputOf<F>[], OutputOf<F>[], 'required'> =>
  field('list', { element: object(members), special: 'lines', initial: [] })

/** The create body of another record type, stored as it was sent. */
export const createBody = (): Field<object, Record<string, unknown>, 'required'> => field('any')

/** A reference to another record; `by` names its identifying column. */
export const reference = (resource: string, by = 'id'): Plain<number> =>
  field('integer', { target: { resource, by } })

/** Optional in a request, with a default. */
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

/** Optional and nullable; omitted and null mean the same. */
export const maybe = <In, Out>(inner: Field<In, Out, Presence>): Field<In | null, Out | null, 'optional'> =>
  optional(nullable(inner))

/** Null in a request makes the service supply a value, which the response shows. */
export const filledIn = <In, Out, P extends Presence>(
  inner: Field<In, Out, P>,
): Field<In, NonNullable<Out>, P> => ({ ...(inner as Field<In, NonNullable<Out>, P>), filled: true })

/** Set by the service: in responses, never in requests. */
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

/** Stored, but never in a response. */
export const hidden = <In, P extends Presence>(inner: Field<In, unknown, P>): Field<In, never, P> => ({
  ...(inner as Field<In, never, P>),
  shown: 'never',
})

/** In a response only if the assumption `invoice-line-amounts` says so (docs/service.md §4.2). */
export const withLineAmounts = <In, P extends Presence>(
  inner: Field<In, unknown, P>,
): Field<In, never, P> => ({
  ...(inner as Field<In, never, P>),
  shown: 'with-line-amounts',
})

/** On a line: a note of the service, never in a request or response. */
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

/** Shown once the named member is set. That member may be the field itself. */
export const onceFilled = <In, Out, P extends Presence>(
  member: string,
  inner: Field<In, Out, P>,
): Field<In, Out | undefined, P> => ({
  ...inner,
  shown: 'filled',
  shownOnce: member,
})

/** A member of the referenced record, read for each response. */
export const nameOf = (
  through: string,
  member = 'name',
  otherwise: string | null = null,
): Field<never, string | null, 'none'> =>
  derived(nullable(text()), { kind: 'lookup', through, member, otherwise })

/** The name of the first reference that is set. */
export const nameOfEither = (through: string, or: string): Field<never, string | null, 'none'> =>
  derived(nullable(text()), { kind: 'lookup', through, or, member: 'name', otherwise: null })

/** The id of a record that is referenced by another column. */
export const idOf = (through: string): Field<never, number | null, 'none'> =>
  derived(nullable(integer()), { kind: 'lookup', through, member: 'id', otherwise: null })

/** A copy of another column. */
export const copyOf = <Out>(
  inner: Field<unknown, Out, Presence>,
  column: string,
): Field<never, Out, 'none'> => derived(inner, { kind: 'copy', column })

/** A code: a prefix with the number in a column. */
export const codeOf = (column: string): Field<never, string, 'none'> =>
  derived(text(), { kind: 'code', column })

/** A text of the referenced record, read for each response. */
export const lookup = (through: string, member: string): Field<never, string | null, 'none'> =>
  nameOf(through, member)
