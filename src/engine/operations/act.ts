import { invariant } from '../../kernel/invariant'
import type { Outcome } from '../outcome'
import { readMembers } from '../schema'
import type { Deed, Scene } from './deed'
import { listUsage } from './list-usage'
import { printBatch } from './print-batch'
import { printLater } from './print-later'
import { printNow } from './print-now'
import { upsertUsage } from './upsert-usage'

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
