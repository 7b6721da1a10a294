import type { Definition, ListView } from '../schema/define'
import type { Resource } from './compiled-type'

/** The record types that a simulator runs. */
export interface Machine {
  readonly definitions: readonly Definition[]
  /** The same and the internal ones. */
  readonly everything: readonly Definition[]
  /** The record type of that name; a bug if there is none. */
  resource(name: string): Resource
  /** The same, for names that may not be in the catalogue. */
  find(name: string): Resource | undefined
  readonly views: readonly ListView[]
  /** The record type that a view lists, with the members and filters of the view. */
  viewed(view: ListView): Resource
}
