/** What may happen to a service, and what must hold whenever it did. */

import { createSimulator, type Simulator } from 'accounting-simulator'
import { expect } from 'vitest'
import { checked } from '../support/checked'
import type { Json } from '../support/client'
import { editOne, idsOf, putBack } from '../support/put-back'
import { everything } from '../support/subject'
import { requiredOf, wrongValuesOf } from '../support/wrong-values'
import {
  drawnBody,
  expectEvent,
  expectSame,
  offers,
  rememberWorld,
  sent,
  unchanging,
  worldOf,
} from './service-requests'
import { connectReceiver, type ServiceStory } from './service-story'

interface ServiceStep {
  /** How often it is drawn, beside the others. */
  readonly weight: number
  take(story: ServiceStory): Promise<void>
}

async function create(story: ServiceStory): Promise<void> {
  const { chance } = story
  const offer = chance.pick(offers.create)
  const body = drawnBody(story, offer)
  if (!body) return
  const headers: Record<string, string> =
    chance.below(2) === 0 ? { 'Idempotency-Key': `key-${story.told.length}` } : {}
  const answer = await sent(story, ['POST', offer.path()], body, headers)
  story.note(
    `create ${offer.definition.name} ${answer.status < 300 ? 'done' : 'refused'}`,
    answer.status < 300 ? '' : answer.text,
  )
  if (headers['Idempotency-Key'] && answer.status !== 429) {
    await unchanging(story, 'a retry wrote', async () => {
      const again = await story.ask('POST', offer.path(), body, headers)
      expect([again.status, again.text], 'the same key, the same answer').toEqual([
        answer.status,
        answer.text,
      ])
    })
  }
  if (answer.status >= 300) return
  const shown = offers.get.find((one) => one.definition === offer.definition && one.version === offer.version)
  const id = answer.body[offer.definition.identifier]
  if (shown && id !== undefined)
    expect((await story.ask('GET', shown.path(id))).body, 'GET shows what POST answered').toEqual(answer.body)
  expectEvent(story, offer, id)
}

/** Another body in place of a record's own: whatever it names, all of it counts or nothing does. */
async function replace(story: ServiceStory): Promise<void> {
  const { chance } = story
  const offer = chance.pick(offers.update)
  const ids = idsOf(story.simulator, offer.definition)
  const body = ids.length > 0 && drawnBody(story, offer)
  if (!body) return
  const id = chance.pick(ids)
  const answer = await sent(story, ['PUT', offer.path(id)], body)
  story.note(`replaced ${answer.status}`, `${offer.definition.name} ${id}`)
}

/** Equal requests at one time, with one key: one record, and the others wait for it or are told to. */
async function crowd(story: ServiceStory): Promise<void> {
  const { chance } = story
  const offer = chance.pick(offers.create)
  const body = drawnBody(story, offer)
  if (!body) return
  const headers = { 'Idempotency-Key': `crowd-${story.told.length}` }
  const count = story.records(offer.definition).count()
  const answers = await Promise.all([1, 2, 3].map(() => story.send('POST', offer.path(), body, headers)))
  const done = answers.filter(({ status }) => status < 300)
  expect(new Set(done.map(({ text }) => text)).size).toBeLessThanOrEqual(1)
  if (done.length > 0) expect(story.records(offer.definition).count() - count, offer.title).toBe(1)
  if (done[0]) expectEvent(story, offer, done[0].body[offer.definition.identifier])
  // The key belongs to its body.
  const other = { ...body, memo: `another ${story.told.length}` }
  const reused = await story.ask('POST', offer.path(), other, headers)
  if (done[0]) expect(reused.status, 'a key with another body').toBeGreaterThanOrEqual(400)
  else if (reused.status < 300) expectEvent(story, offer, reused.body[offer.definition.identifier])
  story.note(`crowd ${done.length}`, offer.title)
}

/** Books are closed through a day, or opened again. */
async function lock(story: ServiceStory): Promise<void> {
  const { chance, simulator } = story
  const company = 1 + chance.below(2)
  if (chance.below(2) === 0) simulator.admin.periods.unlock(company)
  else simulator.admin.periods.lockThrough(company, chance.pick(['2025-12-31', '2026-01-10', '2026-01-31']))
  story.note('locked or unlocked', `company ${company}`)
}

/** A body with one wrong member: refused, or taken where that member does not matter. */
async function spoil(story: ServiceStory): Promise<void> {
  const { chance } = story
  const offer = chance.pick(offers.create)
  const body = drawnBody(story, offer)
  const wrong = [...wrongValuesOf(offer.definition.fields), ...requiredOf(offer.definition.fields)]
  if (!body || wrong.length === 0) return
  const { path, value } = chance.pick(wrong)
  const answer = await sent(story, ['POST', offer.path()], withValue(body, path, value))
  story.note(`spoilt ${answer.status}`, `${offer.title} ${path.join('.')}`)
  if (answer.status < 300) expectEvent(story, offer, answer.body[offer.definition.identifier])
}

/** The body with another value at a path; of lists the first element is meant. */
function withValue(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(body)) return [withValue(body[0] ?? {}, [name, ...rest], value), ...body.slice(1)]
  const object = (typeof body === 'object' && body !== null ? body : {}) as Json
  return { ...object, [name]: rest.length === 0 ? value : withValue(object[name], rest, value) }
}

async function sendBack(story: ServiceStory): Promise<void> {
  const filled = everything.definitions.filter((one) => idsOf(story.simulator, one, 1).length > 0)
  const definition = story.chance.pick(filled)
  const id = story.chance.pick(idsOf(story.simulator, definition))
  await story.rest()
  const expectUnchanged = rememberWorld(story)
  expect(await putBack(story.simulator, definition, id)).toEqual([])
  expectUnchanged(definition.name)
  story.note('sent back', `${definition.name} ${id}`)
}

async function edit(story: ServiceStory): Promise<void> {
  const filled = everything.definitions.filter((one) => idsOf(story.simulator, one, 1).length > 0)
  const definition = story.chance.pick(filled)
  const id = story.chance.pick(idsOf(story.simulator, definition))
  editOne(story.simulator, definition, id)
  story.note('edited', `${definition.name} ${id}`)
}

async function remove(story: ServiceStory): Promise<void> {
  const offer = story.chance.pick(offers.remove)
  const ids = idsOf(story.simulator, offer.definition)
  if (ids.length === 0) return
  const id = story.chance.pick(ids)
  const answer = await sent(story, ['DELETE', offer.path(id)])
  story.note(`removed ${answer.status}`, `${offer.definition.name} ${id}`)
}

/** Pages joined are the whole list, each record as its GET shows it. */
async function page(story: ServiceStory): Promise<void> {
  const { chance } = story
  const offer = chance.pick(offers.list)
  const { definition } = offer
  const limit = 1 + chance.below(7)
  const whole = (await story.ask('GET', `${offer.path()}?limit=1000`)).body
  const items = (whole.items ?? []) as Json[]
  const joined: Json[] = []
  while (joined.length < items.length) {
    const part = await story.ask('GET', `${offer.path()}?limit=${limit}&offset=${joined.length}`)
    const found = (part.body.items ?? []) as Json[]
    expect(found.length, `${offer.title} at ${joined.length}`).toBeGreaterThan(0)
    joined.push(...found)
    if (joined.length > 40) break
  }
  expect(joined).toEqual(items.slice(0, joined.length))
  const one = items.length > 0 ? chance.pick(items) : undefined
  const shown = offers.get.find((other) => other.definition === definition && other.version === offer.version)
  if (one && shown) {
    const alone = (await story.ask('GET', shown.path(one[definition.identifier]))).body
    // Some lists show members of their own.
    expect(Object.fromEntries(Object.entries(one).filter(([name]) => name in alone))).toEqual(
      Object.fromEntries(Object.entries(alone).filter(([name]) => name in one)),
    )
  }
  story.note('paged', offer.title)
}

async function advance(story: ServiceStory): Promise<void> {
  const { chance } = story
  const span = chance.pick([
    { minutes: 1 + chance.below(90) },
    { hours: chance.below(48) },
    { days: chance.below(20) },
  ])
  await story.simulator.clock.advance(span)
  story.note('advanced', JSON.stringify(span))
}

/** One jump does what many small ones do. */
async function leap(story: ServiceStory): Promise<void> {
  const days = 2 + story.chance.below(40)
  const [whole, parts] = [1, 2].map(() => story.simulator.fork({ wiring: 'own' })) as [Simulator, Simulator]
  for (const twin of [whole, parts]) connectReceiver(twin)
  await whole.clock.advance({ days })
  const steps = 2 + story.chance.below(6)
  const target = Date.parse(whole.clock.now)
  const start = Date.parse(parts.clock.now)
  for (let step = 1; step <= steps; step += 1)
    await parts.clock.advanceTo(new Date(start + Math.floor(((target - start) * step) / steps)).toISOString())
  expectSame(worldOf(whole), worldOf(parts), `${days} days at once and in ${steps} steps`)
  story.note('leapt', `${days} days in ${steps}`)
}

async function fail(story: ServiceStory): Promise<void> {
  const { chance, simulator } = story
  const offer = chance.pick(offers.create)
  const body = drawnBody(story, offer)
  if (!body) return
  const expectUnchanged = rememberWorld(story)
  const fault = simulator.faults.inject({
    on: `POST ${offer.path()}`,
    then: { status: chance.pick([500, 502, 503, 504]) },
  })
  const answer = await story.send('POST', offer.path(), body)
  if (fault.hits === 1) expectUnchanged('a fault left a trace')
  simulator.faults.clear()
  story.note(`fault ${answer.status}`, offer.title)
}

/** The answer is lost, and the retry with the same key finds the record made once. */
async function lose(story: ServiceStory): Promise<void> {
  const { chance, simulator } = story
  const offer = chance.pick(offers.create)
  const body = drawnBody(story, offer)
  if (!body) return
  const headers = { 'Idempotency-Key': `lost-${story.told.length}` }
  const fault = simulator.faults.inject({
    on: `POST ${offer.path()}`,
    times: 1,
    then: { loseResponse: true },
  })
  const lost = await story.send('POST', offer.path(), body, headers).catch(() => undefined)
  simulator.faults.clear()
  if (lost || fault.hits === 0) return
  const again = await unchanging(story, 'the retry wrote again', () =>
    story.ask('POST', offer.path(), body, headers),
  )
  if (again.status < 300) expectEvent(story, offer, again.body[offer.definition.identifier])
  story.note(`lost ${again.status}`, offer.title)
}

/** A key that may only read changes nothing. */
async function intrude(story: ServiceStory): Promise<void> {
  const { simulator, chance } = story
  const offer = chance.pick(offers.create)
  const body = drawnBody(story, offer)
  if (!body) return
  const { key } = simulator.admin.keys.issue({ permissions: ['READ_ONLY'] })
  const answer = await sent(story, ['POST', offer.path()], body, { 'X-API-KEY': key })
  expect(answer.status).toBe(403)
  simulator.admin.keys.revoke(key)
  story.note('intruded', offer.title)
}

async function reenter(story: ServiceStory): Promise<void> {
  const { simulator } = story
  const file = simulator.export()
  const text = JSON.stringify(file)
  const strict = createSimulator({ world: checked(file), strict: true, rateLimits: false })
  expect(strict.export().tables).toEqual(file.tables)
  const twin = createSimulator({ world: checked(JSON.parse(text)) })
  expect(JSON.stringify(twin.export()) === text, 'byte for byte').toBe(true)
  story.enter(twin)
  story.note('file')
}

const STEPS: readonly ServiceStep[] = [
  { weight: 24, take: create },
  { weight: 8, take: spoil },
  { weight: 8, take: replace },
  { weight: 3, take: crowd },
  { weight: 1, take: lock },
  { weight: 6, take: sendBack },
  { weight: 4, take: edit },
  { weight: 4, take: remove },
  { weight: 5, take: page },
  { weight: 6, take: advance },
  { weight: 2, take: leap },
  { weight: 2, take: fail },
  { weight: 3, take: lose },
  { weight: 1, take: intrude },
  { weight: 1, take: reenter },
  { weight: 1, take: async (story) => story.enter(story.simulator.fork({ wiring: 'own' })) },
  { weight: 2, take: async (story) => story.mark() },
  { weight: 1, take: async (story) => story.goBack(story.chance.below(Math.max(1, story.marks.length))) },
]

const DRAWN = STEPS.flatMap((step) => Array.from({ length: step.weight }, () => step))

export async function takeServiceStep(story: ServiceStory, step: number): Promise<void> {
  story.begin(step)
  await story.chance.pick(DRAWN).take(story)
  expect(story.simulator.books.check(), 'books').toEqual([])
}
