import { afterAll, describe, expect, it } from 'vitest'
import { refusal } from '../support/client'
import { type Ground, groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import { replacedAt } from '../support/references'
import type { Subject } from '../support/subject'
import { isThorough } from '../support/thorough'
import { requiredOf, wrongValuesOf } from '../support/wrong-values'

const NOT_JSON = 'Request body is not valid JSON'
const NO_OBJECT = 'Request body must be a JSON object'
const nested = (levels: number) => `{"memo":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Whatever is wrong with a request is said under the member, in one body for all. */
export function errors(subject: Subject): void {
  describe.each(offersOf(subject, 'create', 'update'))('$title', ({ definition, method, verb, path }) => {
    const opened = () => {
      const ground = groundOf(subject)
      const sent = ground.body(definition, { extent: 'full' })
      const id = verb === 'update' ? ground.idOf(definition, ground.make(definition)) : undefined
      return { ...ground, sent, item: path(id) }
    }

    /** One world for all tests whose requests are refused, made when the first of them asks. */
    let world: ReturnType<typeof opened> | undefined
    const refusing = () => {
      world ??= opened()
      return world
    }
    afterAll(() => {
      world = undefined
    })

    it('refuses every wrong value of every member, under the member', async () => {
      const { sent, item, send } = refusing()
      let asked = 0
      const required = definition.partialUpdate && verb === 'update' ? [] : requiredOf(definition.fields)
      for (const { path: where, value, message, inLines } of [
        ...wrongValuesOf(definition.fields),
        ...required,
      ]) {
        // Both versions read members alike, so v2 gets a third of the values unless all are asked for.
        asked += 1
        if (!isThorough && item.startsWith('/public/v2/') && asked % 3 > 0) continue
        const answer = await send(method, item, replacedAt(sent, where, value))
        const told = JSON.stringify(value)?.slice(0, 40)
        const [member = ''] = where
        expect
          .soft([answer.status, answer.body], `${where.join('.')}: ${told}`)
          .toEqual([422, refusal(member, inLines ? `Line 1: ${message}` : message)])
      }
    })

    it('tells of several wrong members at once', async () => {
      const { sent, item, send } = refusing()
      const members = Object.entries(definition.fields).filter(
        ([, { presence, kind }]) => presence !== 'none' && kind !== 'any',
      )
      const wrong = Object.fromEntries(
        members.map(([name, { kind }]) => [name, kind === 'object' ? 'x' : { x: 1 }]),
      )
      const answer = await send(method, item, { ...sent, ...wrong })
      expect(Object.keys(answer.errors).sort()).toEqual(members.map(([name]) => name).sort())
    })

    it.each([
      ['nothing', '', NOT_JSON],
      ['half an object', '{"date": "2026-', NOT_JSON],
      ['two objects', '{}{}', NOT_JSON],
      ['NaN', '{"amount": NaN}', NOT_JSON],
      ['a comment', '{} // no', NOT_JSON],
      ['an array', '[]', NO_OBJECT],
      ['a text', '"x"', NO_OBJECT],
      ['a number', '1', NO_OBJECT],
      ['null', 'null', NO_OBJECT],
      ['65 levels', nested(65), 'Request body is nested too deeply'],
      ['100000 levels', nested(100_000), 'Request body is nested too deeply'],
    ])('answers 400 to %s', async (_, text, message) => {
      const { item, send } = refusing()
      const answer = await send(method, item, text)
      expect([answer.status, answer.body]).toEqual([400, refusal('__all__', message)])
    })

    it('reads 64 levels', async () => {
      const { item, send } = opened()
      expect((await send(method, item, nested(64))).status).not.toBe(400)
    })

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
      'answers 400 to the content type %j',
      async (type) => {
        const { item, send, sent } = refusing()
        const answer = await send(method, item, sent, { 'Content-Type': type })
        expect([answer.status, Object.keys(answer.errors)]).toEqual([400, ['__all__']])
      },
    )

    it('ignores members that it does not know, __proto__ and constructor among them', async () => {
      const [plain, odd] = [opened(), opened()]
      const text = JSON.stringify(odd.sent)
      const extra =
        '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"colour":"red"'
      const everywhere = text.replaceAll('{"', `{${extra},"`)
      const expected = await plain.send(method, plain.item, JSON.stringify(plain.sent))
      const answer = await odd.send(method, odd.item, everywhere)
      expect([answer.status, answer.text]).toEqual([expected.status, expected.text])
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    })

    it('refuses unknown members where that is switched on', async () => {
      const { send, body, idOf, make } = groundOf(subject, { assumptions: { 'unknown-members': 'reject' } })
      const id = verb === 'update' ? idOf(definition, make(definition)) : undefined
      const answer = await send(method, path(id), { ...body(definition), colour: 'red' })
      expect([answer.status, answer.body]).toEqual([422, refusal('colour', 'Extra inputs are not permitted')])
    })

    it('refuses parameters where that is switched on', async () => {
      const { send, body, idOf, make } = groundOf(subject, { assumptions: { 'unknown-parameters': '422' } })
      const id = verb === 'update' ? idOf(definition, make(definition)) : undefined
      const answer = await send(method, `${path(id)}?colour=red`, body(definition))
      expect([answer.status, answer.body]).toEqual([422, refusal('colour', 'Extra inputs are not permitted')])
    })
  })

  /** A world for all paths, in which nothing is found. */
  let plain: Ground | undefined
  const nowhere = (): Ground => {
    plain ??= groundOf(subject)
    return plain
  }

  describe.each(pathsOf(subject))('$path', ({ path, methods }) => {
    it.each(METHODS.filter((method) => !methods.includes(method)))(
      '%s is 405 and names the rest',
      async (method) => {
        const answer = await nowhere().send(method, path, method === 'GET' ? undefined : {})
        expect([answer.status, answer.body]).toEqual([405, refusal('__all__', 'Method not allowed')])
        expect(answer.headers.get('allow')).toBe([...methods].sort().join(', '))
      },
    )

    it.each(
      [
        [path.slice(0, -1)],
        [`${path}extra/`],
        [path.replace('/public/', '/Public/')],
        [path.replace(/\/v\d\//, '/v9/')],
        [path.replace('/1/', '/one/')],
      ].filter(([other]) => other !== path),
    )('%s is 404', async (other) => {
      const answer = await nowhere().send('GET', other)
      expect([answer.status, answer.body]).toEqual([404, refusal('__all__', 'Not found')])
    })
  })
}

/** Paths that have operations, with the methods of each. */
function pathsOf(subject: Subject) {
  const methods = new Map<string, string[]>()
  for (const offer of offersOf(subject)) {
    const path = offer.path(1)
    methods.set(path, [...(methods.get(path) ?? []), offer.method])
  }
  return [...methods].map(([path, known]) => ({ path, methods: known }))
}
