import { invariant } from '../../kernel/invariant'
import type { Row } from '../../kernel/store'
import type { Draft } from '../columns'
import type { Resource } from '../compile'
import type { Outcome } from '../execute'
import { readMembers } from '../schema'
import type { Actor, World } from '../world'
import { listUsage } from './list-usage'
import { printBatch } from './print-batch'
import { printLater } from './print-later'
import { printNow } from './print-now'
import { upsertUsage } from './upsert-usage'

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
