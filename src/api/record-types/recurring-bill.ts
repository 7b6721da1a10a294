// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type { BillInput } from './bill'
import type { AuditActor } from './shared'

/** A template for recurring bills. */
export interface RecurringBill {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The id of the record among all transactional records. */
  internal_id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The name. */
  name: string
  /** A note for people. */
  memo: string
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The company whose books hold it. */
  company_id: number
  /** The name of the company. */
  company_name: string
  /** The currency of the books of the company. */
  company_currency: CurrencyCode
  /** The state. */
  status: 'active' | 'inactive'
  /** The create body of the records that it writes. Their dates follow from the rule. */
  record_payload: unknown
  /** The rule of the dates in the form of RFC 5545, such as FREQ=MONTHLY;BYMONTHDAY=15. */
  rrule: string
  /** The next date; null once the rule has ended. ISO 8601 in UTC. */
  next_occurrence: string | null
  /** When it wrote a record for the last time. ISO 8601 in UTC. */
  last_generated: string | null
  /** Automatic templates write records; reminders only move their next date. */
  recurring_type: 'automatic' | 'reminder'
  /** The records that it has written. */
  records: RecurringBillRecord[]
}

/** The body that creates a `RecurringBill`. */
export interface RecurringBillInput {
  /** The name. */
  name: string
  /** A note for people. */
  memo: string
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The company whose books hold it. */
  company_id: number
  /** The state. */
  status: 'active' | 'inactive'
  /** The create body of the records that it writes. Their dates follow from the rule. */
  record_payload: BillInput
  /** The rule of the dates in the form of RFC 5545, such as FREQ=MONTHLY;BYMONTHDAY=15. */
  rrule: string
  /** Automatic templates write records; reminders only move their next date. */
  recurring_type: 'automatic' | 'reminder'
}

/** One of the `records` of a `RecurringBill`. */
export interface RecurringBillRecord {
  /** The id of the record among all transactional records. */
  internal_id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The total in the currency of the record. */
  amount: string
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
}

/** Parameters of lists of `RecurringBill`, as on the wire. */
export interface RecurringBillQuery {
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `number` is one of the values. */
  number?: OneOrMore<number> | undefined
  /** `recurring_type` is one of the values. */
  recurring_type?: OneOrMore<'automatic' | 'reminder'> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?:
    | 'id' | '-id' | 'number' | '-number' | 'date' | '-date' | 'created_at' | '-created_at' | 'updated_at'
    | '-updated_at' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
