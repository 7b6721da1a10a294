import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Context } from '../model/context'
import type { CommandOutcome } from '../model/outcome'
import type { MutableRow } from '../model/row'

/** The scope and actor of an action. */
export interface ActionContext extends Context {
  readonly type: CompiledType
  readonly record?: Row
}

export type ActionHandler = (context: ActionContext, values: MutableRow) => CommandOutcome
