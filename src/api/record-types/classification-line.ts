// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'

/** The values that a classification offers. */
export interface ClassificationLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The classification that offers the value. */
  classification_id: number
  /** The name of the classification. */
  classification_name: string
}

/** The body that creates a `ClassificationLine`. */
export interface ClassificationLineInput {
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. @default true */
  is_active?: boolean | undefined
  /** The classification that offers the value. */
  classification_id: number
  /** The parent; null at the top. */
  parent_id?: number | null | undefined
}

/** Parameters of lists of `ClassificationLine`, as on the wire. */
export interface ClassificationLineQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** `classification_id` is one of the values. */
  classification_id?: OneOrMore<number> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
