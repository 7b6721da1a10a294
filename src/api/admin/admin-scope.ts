import type { World } from '../../engine/model/world'

/** The organisation that the admin methods act on. */
export interface AdminScope {
  readonly world: World
  /** Updates the scope before each call and returns the organisation; a name selects another one. */
  organization(name?: string): string
  /** Whether requests are limited at all. */
  readonly isLimited: boolean
}
