import type { Row } from '../../kernel/store'
import type { Draft } from '../columns'
import type { Outcome } from '../outcome'
import type { Resource } from '../resource'
import type { Actor, World } from '../world'

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
