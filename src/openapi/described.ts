import type { JsonSchema } from './json-schema'
import type { Parameter } from './parameters'

/** Name, request and response of an operation. */
export interface Described {
  readonly id: string
  readonly summary: string
  readonly request?: JsonSchema
  readonly parameters?: readonly Parameter[]
  /** Set if the operation lists records of a type that belong to the one in the path. */
  readonly listsBelow?: { readonly resource: string; readonly by: string }
  /** The identifier in the path, in words. */
  readonly item?: string
  /** 200 by default. */
  readonly status?: number
  readonly response: JsonSchema
}
