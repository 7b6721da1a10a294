import type { JsonSchema } from './json-schema'
import type { Parameter } from './parameters'

/** Name, request and response of an operation. */
export interface Described {
  readonly id: string
  readonly summary: string
  readonly request?: JsonSchema
  readonly parameters?: readonly Parameter[]
  /** The record type whose records the operation lists, and the filter by the record in the path. */
  readonly listsBelow?: { readonly resource: string; readonly by: string }
  /** The description of the identifier in the path. */
  readonly item?: string
  /** 200 by default. */
  readonly status?: number
  readonly response: JsonSchema
}
