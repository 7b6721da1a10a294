import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Outcome } from '../model/outcome'
import type { MutableRow } from '../model/row'
import type { Actor, World } from '../model/world'

/** Where an action takes place. */
export interface ActionContext {
  readonly world: World
  readonly resource: CompiledType
  readonly organization: string
  readonly actor: Actor
  /** The record of an action that belongs to one. */
  readonly record?: Row
}

export type ActionHandler = (context: ActionContext, values: MutableRow) => Outcome
