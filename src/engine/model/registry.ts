import type { Definition, ListView } from '../schema/define'
import type { CompiledType } from './compiled-type'

/** The record types that a simulator runs. */
export interface Registry {
  readonly definitions: readonly Definition[]
  /** All record types, including internal ones. */
  readonly everything: readonly Definition[]
  /** The record type with that name. An unknown name is a bug. */
  type(name: string): CompiledType
  find(name: string): CompiledType | undefined
  readonly views: readonly ListView[]
  /** The record type of a view, with the members and filters of the view. */
  viewed(view: ListView): CompiledType
}
