import type { World } from '../../engine/model/world'

/** Whose administration it is. */
export interface AdminScope {
  readonly world: World
  /** Brings the scope up to date before each call; another name means another organisation. */
  organization(name?: string): string
  /** Whether requests are limited at all. */
  readonly isLimited: boolean
}
