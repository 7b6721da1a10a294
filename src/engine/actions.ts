import { invariant } from '../kernel/invariant'
import { listUsage, upsertUsage } from './contracts/actions'
import type { CommandOutcome } from './model/outcome'
import { printBatch, printLater, printNow } from './paper-checks/actions'
import type { ActionContext, ActionHandler } from './write/action-handler'
import { readMembers } from './write/read-body'

const ACTIONS: Readonly<Record<string, ActionHandler>> = {
  'print-now': printNow,
  'print-later': printLater,
  'print-batch': printBatch,
  usage: listUsage,
  'usage/bulk-upsert': upsertUsage,
}

export function runAction(context: ActionContext, name: string, body: unknown): CommandOutcome {
  const action = context.type.definition.actions?.find((one) => one.name === name)
  const handler = ACTIONS[name]
  invariant(action && handler, `${context.type.definition.name} has no action called ${name}`)
  return handler(context, action.body ? readMembers(context.world, action.body, body) : {})
}
