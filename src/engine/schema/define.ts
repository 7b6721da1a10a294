import type { AssumptionId } from '../../assumptions'
import type { Fields, InputOf, OutputOf } from './fields'
import type { Filters } from './filters'
import type { Posting, SystemAccount } from './posting'

export type Verb = 'list' | 'get' | 'create' | 'update' | 'remove' | 'attach'
export type Version = 'v1' | 'v2'

/** An operation that is none of the verbs. */
export interface Action {
  /** Its place below the path, or below that of one record, and what the engine knows it by. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Where it belongs to one record: what its path calls the record's identifier. */
  readonly item?: string
  /** The members of its request; none for GET. */
  readonly body?: Fields
}

/** How one kind of line settles the documents it names. */
export interface Settlement {
  /** The line member that names the document. */
  readonly by: string
  /** The record type of the document. */
  readonly settles: string
  /** Whether the line adds to what the record is worth or takes away from it. */
  readonly counts: 'up' | 'down' | 'by-side'
  /** The column by which the document is named. */
  readonly key?: 'id'
}

/** The value of a column that needs an approval. What waits for one is a draft. */
export interface Approvable {
  readonly column: string
  readonly asked: string
}

/** Types of account that money can move through, and Undeposited Funds where it comes in. */
export type MoneyAccountKind = 'bank' | 'credit_card' | 'Undeposited Funds'

export interface SourceLines {
  readonly member: string
  /** By the type of such a line: the record type that it stands in, and the members with its lines. */
  readonly from: Readonly<Record<string, { readonly resource: string; readonly lines: readonly string[] }>>
}

/**
 * A record type as data: its place on the wire, its members and the behaviours it switches on. Everything
 * else (routes, validation, paging, numbering, rollback, types, tests of the promises) follows from it.
 */
export interface Definition<F extends Fields = Fields> {
  /** The member of `simulator.records`, and the name of its table. */
  readonly name: string
  /** The model's name in messages and topics. */
  readonly model: string
  /** The path below the version. */
  readonly path: string
  /** The column that the item path takes. */
  readonly identifier: 'number' | 'id'
  /** Specified by the service's documentation, or assumed (docs/service.md §5.5). */
  readonly basis: 'specified' | 'assumed'
  /** What the wire offers, by version; `simulator.records` offers every verb. */
  readonly operations: { readonly [V in Version]?: readonly Verb[] }
  /** What version 1 offers besides. */
  readonly actions?: readonly Action[]
  /** Status of a successful create, by version; 200 unless said. */
  readonly createStatus?: { readonly [V in Version]?: 200 | 201 }
  readonly fields: F
  readonly filters: Filters
  /** Columns by which lists can be ordered, besides `id`. */
  readonly orderings: readonly string[]
  /** Columns that `search` looks into. */
  readonly search: readonly string[]

  /**
   * Kept beside the other record types: `simulator.records` does not offer it, and the wire only by the
   * operations named.
   */
  readonly internal?: true
  /** What subscriptions are granted by, where that is not the record type's own name. */
  readonly group?: string
  /** Assumptions that each of its records rests on, besides those of its capabilities. */
  readonly restsOn?: readonly AssumptionId[]
  /** Webhooks can subscribe to its changes. */
  readonly hasTopics?: true

  /** Columns whose non-empty values are unique. */
  readonly unique?: readonly string[]
  /** PUT changes only the members sent. */
  readonly partialUpdate?: boolean
  /** The amount is part of the request, and positive. */
  readonly amountGiven?: true
  /**
   * A transactional record: company, currency, dates, status, numbers, and the counterparty it deals with.
   */
  readonly document?: { readonly counterparty?: string; readonly counterpartyFrom?: 'lines' | 'source' }
  /** Line members that are priced, and the side of the business they are on. */
  readonly priced?: { readonly lines: readonly string[]; readonly side: 'sale' | 'purchase' }
  /** Lines with debits and credits of their own. */
  readonly journal?: { readonly lines: string; readonly mirrored: string }
  /** What the lines of `lines` settle; unassigned names the member with money not yet applied. */
  readonly settles?: {
    readonly lines: string
    readonly references: readonly Settlement[]
    /** What the record itself spends on its lines; exactly one of these is named. */
    readonly sources?: readonly Settlement[]
    readonly accounts?: string
    readonly unassigned?: string
    readonly unassignedOn?: SystemAccount
    readonly datesCompared?: string
  }
  /** What of the record is still open to settlement, and what was taken. */
  readonly balance?: {
    readonly taken: string
    readonly open: string
    /** The account that carries what is open, and its side. */
    readonly control: SystemAccount
    readonly side: 'debit' | 'credit'
  }
  /**
   * Where money goes: the account member, the bank amount of record and lines, and the types of account
   * allowed.
   */
  readonly money?: {
    readonly account: string
    readonly accepts: readonly MoneyAccountKind[]
    readonly undeposited?: string
    readonly bankAmount: string
    readonly lineBankAmount?: string
  }
  /** Records that only supply what the request leaves out, with which it must agree. */
  readonly refersTo?: readonly { readonly by: string; readonly resource: string }[]
  /** Money of these records that lies in Undeposited Funds and is taken to the bank. */
  readonly deposits?: {
    readonly lines: string
    readonly sources: readonly { readonly by: string; readonly resource: string }[]
    readonly accounts: string
  }
  /** Its money can lie in Undeposited Funds and be deposited. */
  readonly depositable?: true
  /** Quantities that other records take from the lines of an order. */
  readonly order?: {
    readonly lines: string
    readonly taken: string
    readonly due: string
    readonly takenTotal: string
    readonly dueTotal: string
    readonly status: string
    /** The words of the status for nothing, a part and all. */
    readonly words: readonly [string, string, string]
    /** Who takes, and the member that names the order. */
    readonly by: {
      readonly resource: string
      readonly member: string
      readonly key: 'internal_id' | 'number'
    }
  }
  /** The order whose quantities this record takes. */
  readonly takes?: {
    readonly member: string
    readonly resource: string
    readonly key: 'internal_id' | 'number'
  }
  /** Money moved between two accounts of the company. */
  readonly transfer?: { readonly from: string; readonly to: string }
  /** Its money can leave by a check on paper. */
  readonly paperCheck?: true
  /** Its records are such checks: printed once, archived and never removed. */
  readonly printable?: true
  /**
   * Revenue that the clock recognises and bills: the member with what is sold, and the record types of
   * recognitions, of invoices and of reported usage.
   */
  readonly contract?: {
    readonly obligations: string
    readonly recognitions: string
    readonly invoices: string
    readonly usage: string
  }
  readonly posts?: readonly Posting[]
  /** The member with the date on which a mirror of the posted lines is posted. */
  readonly reversesOn?: string
  /**
   * Records of another type are written on the dates of a rule, from the create body that the payload member
   * holds.
   */
  readonly recurs?: { readonly creates: string; readonly payload: string }
  /** Loses its cost over time; the record type that the clock writes what it lost to, and for how long at most. */
  readonly depreciates?: { readonly writes: string; readonly periodsAtMost: number }
  /** A member with the lines of other documents that the record comes from. */
  readonly sourceLines?: SourceLines
  /** Named by ledger entries as this; what it must keep while it is, and the column that gives it a role there. */
  readonly inLedger?: { readonly as: string; readonly fixes: readonly string[]; readonly role?: string }
  /** Who asks for the value of the column may have to wait for an approval (§11.3). */
  readonly approvable?: Approvable
  /** Its records say whose approval the records of other types need. */
  readonly approvalPolicy?: true
  /** Rows of another record type that are written through a member of this one. */
  readonly owns?: { readonly member: string; readonly resource: string; readonly by: string }
}

/** A definition that keeps the types of its members for `simulator.records`. */
export interface RecordType<F extends Fields = Fields> extends Definition<F> {}

export const record = <F extends Fields>(definition: Definition<F>): RecordType<F> => definition

/** A record type that the records of other types write to. */
export interface InternalRecordType<F extends Fields = Fields> extends RecordType<F> {
  readonly internal: true
}

export const internalRecord = <F extends Fields>(definition: Definition<F>): InternalRecordType<F> => ({
  ...definition,
  internal: true,
})

/**
 * Another list of a record type: with other members, or of the lines of its records. It offers nothing but the
 * list.
 */
export interface ListView<F extends Fields = Fields> {
  readonly internal: true
  readonly name: string
  /** The record type whose records, or lines, it lists. */
  readonly viewOf: string
  /** The member whose lines are the entries, where it is not the records themselves. */
  readonly lines?: string
  readonly version: 'v3-alpha'
  /** The path below the version. */
  readonly path: string
  /** What the service calls the shape of an entry. */
  readonly model: string
  readonly basis: 'specified' | 'assumed'
  /** Present where it has the members and filters of the record type too, but for these members. */
  readonly without?: readonly string[]
  readonly fields: F
  readonly filters: Filters
  readonly orderings: readonly string[]
  /** What the record status must be where the request does not name one. */
  readonly status?: 'posted'
  /** Dates that it never reaches beyond, and the column whose filters lift the ones it takes unasked. */
  readonly window?: { readonly column: string; readonly days: number; readonly liftedBy: string }
  /** The offset above which the answer comes with a warning. */
  readonly warnsAbove?: number
  /** Assumptions that every answer rests on. */
  readonly restsOn?: readonly AssumptionId[]
}

export const view = <F extends Fields>(definition: Omit<ListView<F>, 'internal'>): ListView<F> => ({
  ...definition,
  internal: true,
})

export type RecordInput<R> = R extends RecordType<infer F> ? InputOf<F> : never
export type RecordOutput<R> = R extends RecordType<infer F> ? OutputOf<F> : never
