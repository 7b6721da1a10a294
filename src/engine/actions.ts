import { listUsage, upsertUsage } from './contracts/actions'
import { printBatch, printLater, printNow } from './paper-checks/actions'
import type { ActionName } from './schema/define'
import type { ActionHandler } from './write/action-handler'

/** What the actions of record types do. A definition can name no other. */
export const ACTIONS: Readonly<Record<ActionName, ActionHandler>> = {
  'print-now': printNow,
  'print-later': printLater,
  'print-batch': printBatch,
  usage: listUsage,
  'usage/bulk-upsert': upsertUsage,
}
