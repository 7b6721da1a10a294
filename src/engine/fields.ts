/**
 * The words a record type's members are described with. A field is plain data; `schema.ts` reads it with zod.
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
  /** In a response: in every view, in the record's own view only, in list entries only, or never. */
  readonly shown: 'always' | 'detail' | 'entry' | 'never'
  /** What an omitted member becomes. */
  readonly initial?: unknown
  readonly places?: number
  /** Bounds of an integer. */
  readonly least?: number
  readonly most?: number
  /** An empty text is as good as a value. */
  readonly blank?: true
  readonly values?: readonly string[]
  readonly members?: Fields
  readonly element?: Field
  /** The record type and column that the value names. */
  readonly target?: Target
  /** Computed for the response from the stored row and never stored itself. */
  readonly derived?: Derivation
  /** A rule on text that zod checks: its name chooses the message. */
  readonly rule?: TextRule
  readonly special?: 'classifications' | 'custom-fields' | 'attachments' | 'lines' | 'tax'
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
      readonly member: string
      readonly otherwise: unknown
    }
  | { readonly kind: 'common-classifications'; readonly lines: readonly string[] }
  | {
      readonly kind: 'owned'
      readonly resource: string
      readonly by: string
      readonly members: readonly string[]
    }
  | { readonly kind: 'deposits' }
  | { readonly kind: 'constant'; readonly value: unknown }

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

/** A member of the record that a reference names, read when the response is made. */
export const nameOf = (
  through: string,
  member = 'name',
  otherwise: string | null = null,
): Field<never, string | null, 'none'> =>
  derived(nullable(text()), { kind: 'lookup', through, member, otherwise })

/** The id of the record that a reference names by something else. */
export const idOf = (through: string): Field<never, number | null, 'none'> =>
  derived(nullable(integer()), { kind: 'lookup', through, member: 'id', otherwise: null })

/** A text of the record that a reference names, read when the response is made. */
export const lookup = (through: string, member: string): Field<never, string | null, 'none'> =>
  nameOf(through, member)
