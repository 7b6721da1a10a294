import { invariant } from '../kernel/invariant'
import { listUsage, upsertUsage } from './contracts/actions'
import type { Outcome } from './model/outcome'
import { printBatch, printLater, printNow } from './paper-checks/actions'
import type { Deed, Scene } from './write/action-handler'
import { readMembers } from './write/read-body'

/** What the actions of definitions do, by name. */
const DEEDS: Readonly<Record<string, Deed>> = {
  'print-now': printNow,
  'print-later': printLater,
  'print-batch': printBatch,
  usage: listUsage,
  'usage/bulk-upsert': upsertUsage,
}

/** An operation that a definition offers besides the verbs. */
export function act(scene: Scene, name: string, body: unknown): Outcome {
  const action = scene.resource.definition.actions?.find((one) => one.name === name)
  const deed = DEEDS[name]
  invariant(action && deed, `${scene.resource.definition.name} has no action called ${name}`)
  return deed(scene, action.body ? readMembers(scene.world, action.body, body, false) : {})
}
