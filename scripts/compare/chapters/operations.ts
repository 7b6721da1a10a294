import type { Definition } from '../../../src/engine/schema/define'
import type { Json } from '../../../test/support/client'
import type { Ground } from '../../../test/support/ground'
import { mixRecords } from '../../../test/support/mixed-records'
import { offersOf, type RouteOperation } from '../../../test/support/offers'
import { referencesOf, replacedAt } from '../../../test/support/references'
import { SETTINGS } from '../../../test/support/setting'
import { everything } from '../../../test/support/subject'
import { requiredOf, type WrongValue, wrongValuesOf } from '../../../test/support/wrong-values'
import type { Stage } from '../stage'
import { askLists } from './lists'

const NOBODY = 99_999_999
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every record type with every verb, well and badly asked, with and without HTTP. */
export async function operations(stage: Stage): Promise<void> {
  const ground = stage.ground({ strict: stage.seed % 2 === 0 })
  const definitions = stage.chance.some(everything.definitions, everything.definitions.length)
  for (const definition of definitions) {
    stage.try(() => mixRecords(ground, definition, 4, stage.chance))
    directly(stage, ground, definition)
    for (const offer of offersOf({ ...everything, definitions: [definition] }))
      await tell(stage, ground, offer)
    await closedDoors(stage, ground, definition)
  }
  await stage.conclude(ground.simulator)
}

/** The five verbs without HTTP, which the wire does not offer everywhere. */
function directly({ try: attempt, chance }: Stage, ground: Ground, definition: Definition): void {
  const set = ground.records(definition)
  for (const setting of SETTINGS) {
    const variant = chance.below(12)
    attempt(() => {
      const body = ground.body(definition, { extent: 'full', variant, setting })
      const id = ground.idOf(definition, set.create(body))
      set.get(id)
      attempt(() => set.update(id, body))
      attempt(() => set.update(id, {}))
      if (chance.below(2) === 0) attempt(() => set.remove(id))
    })
  }
  attempt(() => set.get(NOBODY))
  attempt(() => set.create({}))
  set.count({})
}

async function tell(stage: Stage, ground: Ground, offer: RouteOperation): Promise<void> {
  const { chance } = stage
  const { simulator } = ground
  const { definition, verb, method, path, collection } = offer
  const ask = (to: string, body?: unknown) => stage.ask(simulator, method, to, { body })
  const setting = chance.pick(SETTINGS)
  const bodyOf = (extent: 'full' | 'needed', variant = chance.below(12)): Json | undefined =>
    stage.try(() => ground.body(definition, { extent, variant, setting }))
  const made = (): number | undefined => {
    const body = bodyOf('full')
    return body && stage.try(() => ground.idOf(definition, ground.records(definition).create(body)))
  }

  switch (verb) {
    case 'list':
      return askLists(stage, ground, offer)
    case 'get':
      for (const id of [made(), 1, 2, NOBODY, 'x', '0', '-1']) await ask(path(id ?? 1))
      await ask(`${path(1)}?nonsense=1`)
      return
    case 'create':
      for (const extent of ['needed', 'full', 'full'] as const) await ask(collection, bodyOf(extent))
      return askBadly(stage, ground, offer, collection)
    case 'update': {
      const id = made() ?? 1
      for (const extent of ['full', 'needed', 'full'] as const) await ask(path(id), bodyOf(extent))
      await ask(path(id), {})
      for (const record_status of ['draft', 'posted', 'archived', 'posted'])
        await ask(path(id), { ...bodyOf('full'), record_status })
      await ask(path(NOBODY), bodyOf('full'))
      return askBadly(stage, ground, offer, path(made() ?? 1))
    }
    case 'attach': {
      const id = made() ?? 1
      for (const names of [['receipt.txt'], ['a.pdf', 'b.png'], []]) {
        const form = new FormData()
        for (const name of names) form.append('files', new File(['paid'], name))
        form.append('note', 'not a file')
        await ask(path(id), form)
      }
      await ask(path(id), {})
      await stage.ask(simulator, 'GET', path(id).replace('attachments/', ''))
      return
    }
    case 'remove': {
      const id = made() ?? 1
      for (const one of [id, id, 1, NOBODY]) await ask(path(one))
    }
  }
}

/** Wrong values, members left out, references to nobody, members that nobody knows, bodies that are none. */
async function askBadly(
  stage: Stage,
  ground: Ground,
  { definition, method }: RouteOperation,
  to: string,
): Promise<void> {
  const { chance } = stage
  const ask = (body: unknown) => stage.ask(ground.simulator, method, to, { body })
  const body = stage.try(() => ground.body(definition, { extent: 'full', variant: chance.below(12) }))
  if (!body) return
  const wrong: WrongValue[] = [
    ...chance.some(wrongValuesOf(definition.fields), 14),
    ...chance.some(requiredOf(definition.fields), 4),
  ]
  for (const { path, value } of wrong) await ask(replacedAt(body, path, value))
  const twice = chance
    .some(wrong, 3)
    .reduce<unknown>((all, { path, value }) => replacedAt(all, path, value), body)
  await ask(twice)
  for (const { path } of chance.some(referencesOf(definition), 3)) await ask(replacedAt(body, path, NOBODY))
  await ask({ ...body, unheard_of: 1, id: 7, number: 3 })
  await ask(chance.pick(['', '[]', 'null', '{"a":', '"text"', '{"a":1,"a":2}', '[{}]']))
  await ask({})
}

/** Methods that a path does not offer, and ids below paths that have none. */
async function closedDoors(stage: Stage, { simulator }: Ground, { path }: Definition): Promise<void> {
  for (const version of ['v1', 'v2', 'v3-alpha'])
    for (const method of stage.chance.some(METHODS, 2))
      for (const rest of ['', '1/', '1/attachments/', '1']) {
        const body = method === 'GET' ? undefined : {}
        await stage.ask(simulator, method, `/public/${version}/${path}/${rest}`, { body })
      }
}
