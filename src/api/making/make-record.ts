import { executeForHost } from '../../engine/execute'
import type { Scope } from '../../engine/model/context'
import { plainCopy } from '../../engine/model/json-text'
import type { Row } from '../../kernel/store'
import { HOST_ACTOR } from '../host-actor'
import { Chance } from './chance'
import { DOCUMENT_RECIPES } from './document-recipes'
import type { Body, Kit, Recipe } from './kit'
import { MASTER_RECIPES } from './master-recipes'
import { namedRecords, takenFrom } from './named-records'
import { OTHER_RECIPES } from './other-recipes'

const RECIPES: Readonly<Record<string, Recipe>> = { ...MASTER_RECIPES, ...DOCUMENT_RECIPES, ...OTHER_RECIPES }

/** Tells whether records of the type can be made up. */
export const isMakeable = (resource: string): boolean => Object.hasOwn(RECIPES, resource)

/** The record that was made, and a few words that tell of it. */
export interface Made {
  readonly record: Row
  readonly summary: string
}

/** Makes up a record, and whatever it needs. All of it or nothing; what is made follows from the seed. */
export const makeRecord = (scope: Scope, resource: string, given: Body, seed: number): Made =>
  scope.world.store.history.atomically(() => madeBy(scope, resource, given, new Chance(seed)))

function madeBy(scope: Scope, resource: string, given: Body, chance: Chance): Made {
  const { world, organization } = scope
  const { definition } = world.registry.type(resource)
  const named = namedRecords(scope, definition, given)
  const known = { ...takenFrom(definition, named, world.clock.today), ...given }
  const kit: Kit = {
    scope,
    given: known,
    named,
    chance,
    date: typeof known.date === 'string' ? known.date : world.clock.today,
    make: (other, members = {}) => madeBy(scope, other, members, chance).record,
  }
  const recipe = RECIPES[resource] as Recipe
  const body = { ...recipe(kit), ...known }
  const made = executeForHost(world, { resource, verb: 'create', organization, actor: HOST_ACTOR, body })
  return { record: plainCopy(made.body) as Row, summary: made.summary }
}
