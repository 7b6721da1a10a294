import type { Row } from '../../kernel/store'
import type { Resource } from '../model/compiled-type'
import type { Outcome } from '../model/outcome'
import type { Draft } from '../model/row'
import type { Actor, World } from '../model/world'

/** Where an action takes place. */
export interface Scene {
  readonly world: World
  readonly resource: Resource
  readonly organization: string
  readonly actor: Actor
  /** The record of an action that belongs to one. */
  readonly record?: Row
}

export type Deed = (scene: Scene, values: Draft) => Outcome
