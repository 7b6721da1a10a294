import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Context } from '../model/context'
import type { Outcome } from '../model/outcome'
import type { MutableRow } from '../model/row'

/** Where an action takes place. */
export interface ActionContext extends Context {
  readonly type: CompiledType
  /** The record of an action that belongs to one. */
  readonly record?: Row
}

export type ActionHandler = (context: ActionContext, values: MutableRow) => Outcome
