/** The vocabulary of members. A field is plain data; `write/read-value.ts` turns it into a reader. */

export type Presence = 'required' | 'optional' | 'none'

export type FieldKind =
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

export interface Field {
  readonly kind: FieldKind
  /** A request must, may or cannot contain the member. */
  readonly presence: Presence
  readonly nullable: boolean
  /** The responses that show it. 'filled' depends on `shownOnce`, 'with-line-amounts' on an assumption. */
  readonly shown: 'always' | 'detail' | 'entry' | 'filled' | 'with-line-amounts' | 'never'
  /** The member that must be set for 'filled'. */
  readonly shownOnce?: string
  /** Never null in a response: the service supplies a value for null. */
  readonly filled?: true
  /** The value if a request omits it. */
  readonly initial?: unknown
  readonly places?: number
  /** The sign that a decimal of a request must have: above zero, or zero as well. */
  readonly sign?: DecimalSign
  /** Bounds of an integer, inclusive. */
  readonly least?: number
  readonly most?: number
  /** Accepts an empty text. */
  readonly blank?: true
  /** The form of a value of kind 'any' in a correct request and in every response. */
  readonly holds?: 'object' | 'values'
  readonly values?: readonly string[]
  /** Further values, which only the service sets. */
  readonly ownValues?: readonly string[]
  /** The allowed numbers of an integer. */
  readonly among?: readonly number[]
  readonly members?: Fields
  readonly element?: Field
  /** The record type and column that the value refers to. */
  readonly target?: ReferenceTarget
  readonly namesLine?: true
  /** On a line: written only by the service. An update that names the line by its id leaves the value. */
  readonly kept?: true
  /** The host may write it as well; requests cannot. */
  readonly byHost?: true
  /** A request may contain the member, but it is ignored. Responses show it beside another member. */
  readonly unread?: true
  /** The member that this one can replace in a request: `account_number` for `account_id`. */
  readonly aliasOf?: string
  /** Computed for each response, not stored. */
  readonly derived?: Derivation
  /** The inclusive bounds of a text's length, and its pattern, if a behaviour restricts the text further. */
  readonly lengths?: { readonly least: number; readonly most: number }
  readonly pattern?: string
  /** A rule on text; its name selects the message. */
  readonly rule?: TextRule
  /** The meaning of a member that NOTES lacks, for the published types and the OpenAPI document. */
  readonly note?: string
  /** A `schedule` is given in a request; responses show the entries generated from it. */
  readonly special?: 'classifications' | 'custom-fields' | 'attachments' | 'lines' | 'tax' | 'schedule'
}

export type DecimalSign = 'positive' | 'not-negative'

export interface ReferenceTarget {
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
      /** The shown members of that record type; by default the members of the list entry itself. */
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

export type Fields = Readonly<Record<string, Field>>

const field = (kind: FieldKind, more: Partial<Field> = {}): Field => ({
  kind,
  presence: 'required',
  nullable: false,
  shown: 'always',
  ...more,
})

export const integer = (least?: number, most?: number): Field =>
  field('integer', { ...(least !== undefined && { least }), ...(most !== undefined && { most }) })
export const text = (rule?: TextRule): Field => field('text', rule ? { rule } : {})
export const flag = (): Field => field('flag')
/** A JSON number with a maximum number of decimal places, in requests and responses. */
export const number = (places: number): Field => field('number', { places })
/** Money with two decimal places: number or text in requests, text in responses. */
export const amount = (): Field => field('decimal', { places: 2 })
/** A rate or a quantity with at most six decimal places. */
export const quantity = (): Field => field('decimal', { places: 6 })
/** Units of company currency for one unit of record currency, with at most sixteen decimal places. */
export const exchangeRate = (): Field => positive(field('decimal', { places: 16 }))
/** A decimal above zero. The behaviour that reads it refuses other values with `wrongSign`. */
export const positive = (inner: Field): Field => ({ ...inner, sign: 'positive' })
/** A decimal that is zero or above. The behaviour that reads it refuses other values with `wrongSign`. */
export const notNegative = (inner: Field): Field => ({ ...inner, sign: 'not-negative' })
export const date = (): Field => field('date')
export const instant = (): Field => field('instant')
export const choice = (...values: readonly string[]): Field => field('choice', { values })
/** A choice with further values that only the service sets. */
export const choiceAnd = (values: readonly string[], ownValues: readonly string[]): Field =>
  field('choice', { values, ownValues })
/** One of the given whole numbers. */
export const oneOf = (...numbers: readonly number[]): Field => field('integer', { among: numbers })
export const currency = (): Field => field('currency')
/** A currency code or an empty text. */
export const maybeCurrency = (): Field => field('currency', { blank: true })
/** A text, a number, a flag, a list of them or null. */
export const anything = (): Field => field('any', { holds: 'values' })
/** An object whose members are not described. */
export const anyObject = (): Field => field('any', { holds: 'object' })
export const object = (members: Fields): Field => field('object', { members })
export const list = (element: Field): Field => field('list', { element })

/** The lines of a document, ordered by position. Each has an id, which a later PUT can name. */
export const lines = (members: Fields): Field =>
  field('list', { element: object(members), special: 'lines', initial: [] })

/** A member that no other record type has, with its meaning. */
export const noted = (note: string, inner: Field): Field => ({ ...inner, note })

/** A field whose form follows a rule of its own. */
export const special = (rule: NonNullable<Field['special']>, inner: Field): Field => ({
  ...inner,
  special: rule,
})

/** The create body of another record type, stored as it was sent. */
export const createBody = (): Field => anyObject()

/** A reference to another record; `by` names its identifying column. */
export const reference = (resource: string, by = 'id'): Field =>
  field('integer', { target: { resource, by } })

/** Optional in a request, with a default. */
export const optional = (inner: Field, initial: unknown = null): Field => ({
  ...inner,
  presence: 'optional',
  initial,
})

export const nullable = (inner: Field): Field => ({ ...inner, nullable: true })

/** Optional and nullable; omitted and null mean the same. */
export const maybe = (inner: Field): Field => optional(nullable(inner))

/** Null in a request makes the service supply a value, which the response shows. */
export const filledIn = (inner: Field): Field => ({ ...inner, filled: true })

/** Set by the service: in responses, never in requests. */
export const readOnly = (inner: Field, initial: unknown = null): Field => ({
  ...inner,
  presence: 'none',
  initial,
})

/** Computed for each response from the stored row. */
export const derived = (inner: Field, derivation: Derivation): Field => ({
  ...readOnly(inner),
  derived: derivation,
})

/** Stored, but never in a response. */
export const hidden = (inner: Field): Field => ({ ...inner, shown: 'never' })

/** In a response only if the assumption `invoice-line-amounts` says so (§4.2). */
export const withLineAmounts = (inner: Field): Field => ({ ...inner, shown: 'with-line-amounts' })

/** A column of a line that only the service reads and writes; never in a request or response. */
export const kept = (inner: Field): Field => ({ ...hidden(readOnly(inner)), kept: true })

export const detailOnly = (inner: Field): Field => ({ ...inner, shown: 'detail' })

export const entryOnly = (inner: Field): Field => ({ ...inner, shown: 'entry' })

/** Shown once the named member is set. That member may be the field itself. */
export const onceFilled = (member: string, inner: Field): Field => ({
  ...inner,
  shown: 'filled',
  shownOnce: member,
})

/** A member of the referenced record, read for each response. */
export const nameOf = (through: string, member = 'name', otherwise: string | null = null): Field =>
  derived(nullable(text()), { kind: 'lookup', through, member, otherwise })

/** The name of the first reference that is set. */
export const nameOfEither = (through: string, or: string): Field =>
  derived(nullable(text()), { kind: 'lookup', through, or, member: 'name', otherwise: null })

/** The id of a record that is referenced by another column. */
export const idOf = (through: string): Field =>
  derived(nullable(integer()), { kind: 'lookup', through, member: 'id', otherwise: null })

export const copyOf = (inner: Field, column: string): Field => derived(inner, { kind: 'copy', column })

/** A code: a prefix with the number in a column. */
export const codeFrom = (column: string): Field => derived(text(), { kind: 'code', column })
