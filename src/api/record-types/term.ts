// Written by `npm run types` from the definitions in src/resources.
import type { AuditActor } from './shared'

/** Payment terms, which set the due date of an invoice. Not available on the wire. */
export interface Term {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** Days from the date of a document to its due date. */
  days: number
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
}

/** The body that creates a `Term`. */
export interface TermInput {
  /** The name. */
  name: string
  /** Days from the date of a document to its due date. */
  days: number
  /** Inactive records cannot be used in new ones. @default true */
  is_active?: boolean | undefined
}

/** Parameters of lists of `Term`, as on the wire. */
export interface TermQuery {
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
