import type { Definition, ListView } from '../schema/define'
import type { CompiledType } from './compiled-type'

/** The record types that a simulator runs. */
export interface Registry {
  readonly definitions: readonly Definition[]
  /** The same and the internal ones. */
  readonly everything: readonly Definition[]
  /** The record type of that name; a bug if there is none. */
  type(name: string): CompiledType
  /** The same, for names that may not be in the catalogue. */
  find(name: string): CompiledType | undefined
  readonly views: readonly ListView[]
  /** The record type that a view lists, with the members and filters of the view. */
  viewed(view: ListView): CompiledType
}
