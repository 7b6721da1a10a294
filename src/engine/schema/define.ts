import type { AssumptionId } from '../../assumptions'
import { inWords, pascal, singular } from '../../kernel/name-words'
import type { Fields } from './fields'
import type { Filters } from './filters'
import type { Posting, SystemAccount } from './posting'

export type Verb = 'list' | 'get' | 'create' | 'update' | 'remove' | 'attach'
export type Version = 'v1' | 'v2'

/** The names of all actions. Each has its handler in `engine/execute.ts`. */
export type ActionName = 'print-now' | 'print-later' | 'print-batch' | 'usage' | 'usage/bulk-upsert'

/** An operation other than the standard verbs. */
export interface Action {
  /** The path below the collection or the record; also the key of its handler. */
  readonly name: ActionName
  readonly method: 'GET' | 'POST' | 'PUT'
  /** For an action on one record: the name of the path parameter with the record's identifier. */
  readonly item?: string
  /** The members of the request body; absent for GET. */
  readonly body?: Fields
}

/** One kind of line that settles documents. */
export interface Settlement {
  /** The line member that names the document. */
  readonly by: string
  /** The record type of the document. */
  readonly settles: string
  /** True if the line increases or decreases the amount of the record. */
  readonly counts: 'up' | 'down' | 'by-side'
  /** The column that identifies the document, if it is not the number. */
  readonly key?: 'id'
}

/** The column value that needs an approval. While the approval is pending the record is a draft. */
export interface Approvable {
  readonly column: string
  readonly asked: string
}

/** Types of account that money moves through. Incoming money may go to Undeposited Funds. */
export type MoneyAccountKind = 'bank' | 'credit_card' | 'Undeposited Funds'

export interface SourceLines {
  readonly member: string
  /** For each type of source line: its record type and the members with such lines. */
  readonly from: Readonly<Record<string, { readonly resource: string; readonly lines: readonly string[] }>>
}

/**
 * A record type as data: its paths, its members and its behaviours. Routes, validation, paging,
 * numbering, types, the OpenAPI document and generated tests all follow from it.
 */
export interface Definition {
  /** Name of the member of `simulator.records` and of the table. */
  readonly name: string
  /** The model's name in messages and topics. */
  readonly model: string
  /** The path below the version. */
  readonly path: string
  /** The column that the path identifies a record by. */
  readonly identifier: 'number' | 'id'
  /** Specified by the service's documentation, or assumed (§5.5). */
  readonly basis: 'specified' | 'assumed'
  /** The HTTP operations of each version. `simulator.records` offers every verb but `attach`. */
  readonly operations: { readonly [V in Version]?: readonly Verb[] }
  /** Further operations of version 1. */
  readonly actions?: readonly Action[]
  /** Status of a successful create, by version; 200 by default. */
  readonly createStatus?: { readonly [V in Version]?: 200 | 201 }
  readonly fields: Fields
  readonly filters: Filters
  /** Columns that lists can be ordered by, besides `id`. */
  readonly orderings: readonly string[]
  readonly search: readonly string[]

  /** Not offered by `simulator.records`. Over HTTP only the listed operations exist. */
  readonly internal?: true
  /** The engine writes such records from a checked record, so references and lines are not checked again. */
  readonly generated?: true
  /** The subscription that grants access, if it is not named after the record type. */
  readonly group?: string
  /** Assumptions that every record rests on, besides those of its behaviours. */
  readonly restsOn?: readonly AssumptionId[]
  /** Columns of a new record that default to the value of an assumption. */
  readonly assumes?: Readonly<Record<string, AssumptionId>>
  /** Webhooks can subscribe to its changes. */
  readonly hasTopics?: true

  /** Columns with unique values; empty values may repeat. */
  readonly unique?: readonly string[]
  /** PUT changes only the given members. */
  readonly partialUpdate?: boolean
  /** The request gives the amount, which must be positive. */
  readonly amountGiven?: true
  /** A transactional record: company, currency, dates, status, numbers and counterparty. */
  readonly document?: { readonly counterparty?: string; readonly counterpartyFrom?: 'lines' | 'source' }
  /** Members with priced lines, and the side of the business they are on. */
  readonly priced?: { readonly lines: readonly string[]; readonly side: 'sale' | 'purchase' }
  /** Lines with debits and credits of their own. */
  readonly journal?: { readonly lines: string; readonly mirrored: string }
  /** The documents that the lines settle; `unassigned` names the column of the unapplied amount. */
  readonly settles?: {
    readonly lines: string
    readonly references: readonly Settlement[]
    /** The documents that the record itself spends on its lines. A request names exactly one. */
    readonly sources?: readonly Settlement[]
    readonly accounts?: string
    readonly unassigned?: string
    readonly unassignedOn?: SystemAccount
    readonly datesCompared?: string
  }
  /** The open balance that other records settle, and the amount settled so far. */
  readonly balance?: {
    readonly applied: string
    readonly open: string
    /** The control account of the open balance, and its side. */
    readonly control: SystemAccount
    readonly side: 'debit' | 'credit'
  }
  /** The money account: its member, the bank amounts, and the allowed types of account. */
  readonly money?: {
    readonly account: string
    readonly accepts: readonly MoneyAccountKind[]
    readonly undeposited?: string
    readonly bankAmount: string
    readonly lineBankAmount?: string
  }
  /** Records that only supply defaults, with which the request must agree. */
  readonly refersTo?: readonly { readonly by: string; readonly resource: string }[]
  /** Money of these records in Undeposited Funds, which this record takes to the bank. */
  readonly deposits?: {
    readonly lines: string
    readonly sources: readonly { readonly by: string; readonly resource: string }[]
    readonly accounts: string
  }
  /** Its money can go to Undeposited Funds and be deposited later. */
  readonly depositable?: true
  /** Ordered quantities, which the lines of other records fulfil. */
  readonly order?: {
    readonly lines: string
    readonly fulfilled: string
    readonly due: string
    readonly fulfilledTotal: string
    readonly dueTotal: string
    readonly status: string
    /** The status words for nothing, some and all fulfilled. */
    readonly words: readonly [string, string, string]
    /** The record type that fulfils it, and its member that names the order. */
    readonly by: {
      readonly resource: string
      readonly member: string
      readonly key: 'internal_id' | 'number'
    }
  }
  /** The order that this record fulfils. */
  readonly fulfils?: {
    readonly member: string
    readonly resource: string
    readonly key: 'internal_id' | 'number'
  }
  /** The accounts of a money transfer within a company. */
  readonly transfer?: { readonly from: string; readonly to: string }
  /** Removing a record archives it. Documents need no such member to be archived. */
  readonly archivedOnRemove?: true
  /** Besides `is_active: false`, the status in which an assumption makes the record inactive. */
  readonly inactiveWhen?: {
    readonly status: string
    readonly assumption: AssumptionId
    readonly value: string
  }
  /** Members that hold create bodies of another record type. */
  readonly embeds?: readonly { readonly member: string; readonly creates: string }[]
  /** The name of the identifier in item paths, if it does not follow from the model (§5.1). */
  readonly itemParameter?: string
  /** The payment can be made by a paper check. */
  readonly paperCheck?: true
  /** Its records are paper checks: printed once, archived and never removed. */
  readonly printable?: true
  /** A contract: the member with the obligations, and the record types that it generates. */
  readonly contract?: {
    readonly obligations: string
    readonly recognitions: string
    readonly invoices: string
    readonly usage: string
    readonly credits: string
  }
  /** The column that decides whether item lines post to deferred revenue. */
  readonly deferredWhen?: string
  /** The change that its records make to the deferral accounts of a contract, if they belong to one. */
  readonly defers?: 'billed' | 'recognised' | 'credited'
  readonly posts?: readonly Posting[]
  /** The member with the date on which the mirror entry is posted. */
  readonly reversesOn?: string
  /** A template: writes records of another type by a rule, with the payload member as create body. */
  readonly recurs?: { readonly creates: string; readonly payload: string }
  /** The record types of depreciation and disposal, and the maximum number of periods. */
  readonly depreciates?: {
    readonly writes: string
    readonly disposals: string
    readonly periodsAtMost: number
  }
  /** The member with the lines of other documents that the record stems from. */
  readonly sourceLines?: SourceLines
  /** The ledger's column that names the record, the columns then fixed, and the column with its role. */
  readonly inLedger?: { readonly as: string; readonly fixes: readonly string[]; readonly role?: string }
  /** A write that sets this column value may need an approval (§11.3). */
  readonly approvable?: Approvable
  /** Its records are the approval policies of other types. */
  readonly approvalPolicy?: true
  /** Rows of another record type that are written through a member of this one. */
  readonly owns?: { readonly member: string; readonly resource: string; readonly by: string }
}

/** Names that default to the type's name: `cashSales` has the model `CashSale` and the path `cash-sales`. */
type Derived = 'model' | 'path' | 'identifier'
type Given = Omit<Definition, Derived> & Partial<Pick<Definition, Derived>>

export const record = (definition: Given): Definition => ({
  model: pascal(singular(definition.name)),
  path: inWords(definition.name, '-'),
  identifier: 'number',
  ...definition,
})

/** A record type that only records of other types write. */
export const internalRecord = (definition: Given): Definition & { readonly internal: true } => ({
  ...record(definition),
  internal: true,
})

const UNLISTED = { path: '', operations: {}, filters: {}, orderings: [], search: [] } as const

/** An internal record type without operations. The ledger or other records show it. */
export const unlistedRecord = (definition: Omit<Given, keyof typeof UNLISTED>): Definition =>
  internalRecord({ ...UNLISTED, ...definition })

/** A second list of a record type, with other members or of the lines; it has no other operation. */
export interface ListView {
  readonly internal: true
  readonly name: string
  /** The record type whose records or lines it lists. */
  readonly viewOf: string
  /** The member whose lines are the entries; absent if the entries are the records. */
  readonly lines?: string
  readonly version: 'v3-alpha'
  /** The path below the version. */
  readonly path: string
  /** The name of an entry's shape in the service. */
  readonly model: string
  readonly basis: 'specified' | 'assumed'
  /** Set if the view also has the members and filters of the record type, except these. */
  readonly without?: readonly string[]
  readonly fields: Fields
  readonly filters: Filters
  readonly orderings: readonly string[]
  /** Default of the record status filter. */
  readonly status?: 'posted'
  /** The maximum and default range of dates on a column. A filter on `liftedBy` removes the default. */
  readonly window?: { readonly column: string; readonly days: number; readonly liftedBy: string }
  /** Offsets above this one add a warning to the response. */
  readonly warnsAbove?: number
  /** Assumptions that every response rests on. */
  readonly restsOn?: readonly AssumptionId[]
}

export const view = (definition: Omit<ListView, 'internal'>): ListView => ({ ...definition, internal: true })
