import type { JsonSchema } from './json-schema'
import type { Parameter } from './parameters'

/** Name, request and response of an operation. */
export interface Described {
  readonly id: string
  readonly summary: string
  readonly request?: JsonSchema
  readonly parameters?: readonly Parameter[]
  /** 200 by default. */
  readonly status?: number
  readonly response: JsonSchema
}
