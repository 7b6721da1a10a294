import type { JsonSchema } from './json-schema'
import type { Parameter } from './parameters'

/** What an operation is called, asked with and answers. */
export interface Described {
  readonly id: string
  readonly summary: string
  readonly request?: JsonSchema
  readonly parameters?: readonly Parameter[]
  /** 200 unless said. */
  readonly status?: number
  readonly response: JsonSchema
}
