import { executeForHost } from '../../engine/execute'
import type { Scope } from '../../engine/model/context'
import { plainCopy } from '../../engine/model/json-text'
import type { Definition } from '../../engine/schema/define'
import { type BodySource, minimalBody } from '../../engine/write/minimal-body'
import type { Row } from '../../kernel/store'
import { HOST_ACTOR } from '../host-actor'
import { Chance } from './chance'
import { DOCUMENT_RECIPES } from './document-recipes'
import { type Body, companyOf, goodName, type Kit, ownName, type Recipe, some, uniqueText } from './kit'
import { MASTER_RECIPES } from './master-recipes'
import { namedRecords, takenFrom } from './named-records'
import { OTHER_RECIPES } from './other-recipes'

/** Bodies whose members agree with each other. Other types get what their definition asks for. */
const RECIPES: Readonly<Record<string, Recipe>> = { ...MASTER_RECIPES, ...DOCUMENT_RECIPES, ...OTHER_RECIPES }

/** The record that was made, its identifier, and a few words that tell of it. */
export interface Made {
  readonly record: Row
  readonly id: number
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
  const madeUp: Body = RECIPES[resource]?.(kit) ?? { ...minimalBody(definition, sourceOf(kit, definition)) }
  const body = { ...madeUp, ...ownName(scope, resource, madeUp.name), ...known }
  const made = executeForHost(world, { resource, verb: 'create', organization, actor: HOST_ACTOR, body })
  return { record: plainCopy(made.body) as Row, id: made.id as number, summary: made.summary }
}

const sourceOf = (kit: Kit, { name, unique: columns = [] }: Definition): BodySource => ({
  date: kit.date,
  reference: ({ resource, by }) => (resource === 'companies' ? companyOf(kit) : some(kit, resource))[by],
  text: (member) => (columns.includes(member) ? uniqueText(kit, name, member) : goodName(kit, name)),
})
