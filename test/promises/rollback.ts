import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { contentOf } from '../support/content'
import { type Ground, groundOf } from '../support/ground'
import { linesMemberOf } from '../support/lines'
import { offersOf, type RouteOperation, WRITES } from '../support/offers'
import { referencesOf, replacedAt } from '../support/references'
import type { Subject } from '../support/subject'

interface Mistake {
  readonly title: string
  readonly status: number
  readonly applies?: (offer: RouteOperation) => boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: (offer: RouteOperation) => string
  readonly body?: (offer: RouteOperation, body: Json) => unknown
}

const takesJson = ({ verb }: RouteOperation) => verb === 'create' || verb === 'update'
const lastLine = (definition: Definition, body: Json, more: Json): Json => {
  const lines = linesMemberOf(definition) ?? ''
  const given = body[lines] as Json[]
  return { ...body, [lines]: [...given.slice(0, -1), { ...given.at(-1), ...more }] }
}

/** Refusals of every stage on the way of a request, the latest last. */
const MISTAKES: readonly Mistake[] = [
  { title: 'a wrong key', status: 403, headers: { 'X-API-KEY': 'guessed' } },
  { title: 'a path without its slash', status: 404, path: (offer) => offer.path(1).slice(0, -1) },
  { title: 'a key that may only read', status: 403, headers: { 'X-API-KEY': 'read-only' } },
  { title: 'a malformed idempotency key', status: 400, headers: { 'Idempotency-Key': 'a b' } },
  { title: 'half a body', status: 400, applies: takesJson, body: () => '{"date"' },
  { title: 'JSON instead of files', status: 400, applies: ({ verb }) => verb === 'attach', body: () => '{}' },
  { title: 'no file', status: 422, applies: ({ verb }) => verb === 'attach', body: () => new FormData() },
  {
    title: 'a record that does not exist',
    status: 404,
    applies: ({ verb }) => verb !== 'create',
    path: (offer) => offer.path(99999999),
  },
  {
    title: 'a wrong type',
    status: 422,
    applies: takesJson,
    body: ({ definition }, body) => ({ ...body, [Object.keys(body)[0] ?? '']: { no: definition.name } }),
  },
  {
    title: 'an unknown reference',
    status: 422,
    applies: (offer) => takesJson(offer) && referencesOf(offer.definition).length > 0,
    body: ({ definition }, body) => replacedAt(body, referencesOf(definition).at(-1)?.path ?? [], 99999999),
  },
  {
    title: 'a status that it cannot get',
    status: 422,
    applies: ({ definition, verb }) => verb === 'create' && definition.document !== undefined,
    body: (_, body) => ({ ...body, record_status: 'archived' }),
  },
  {
    title: 'a rate that is not 1 in the company currency',
    status: 422,
    applies: (offer) => takesJson(offer) && offer.definition.document !== undefined,
    body: (_, body) => ({ ...body, exchange_rate: '1.5' }),
  },
  {
    title: 'a total below zero',
    status: 422,
    applies: (offer) => takesJson(offer) && offer.definition.priced !== undefined,
    body: ({ definition }, body) => lastLine(definition, body, { quantity: '1', rate: '-1000' }),
  },
  {
    title: 'debits unlike credits',
    status: 422,
    applies: (offer) => takesJson(offer) && offer.definition.journal !== undefined,
    body: ({ definition }, body) => lastLine(definition, body, { credit: '999.00' }),
  },
  {
    title: 'more than is open',
    status: 422,
    applies: (offer) => takesJson(offer) && offer.definition.settles !== undefined,
    body: ({ definition }, body) => lastLine(definition, body, { amount: '99999.00' }),
  },
]

/** A refused write leaves no trace but what it cost of the rate limit and, with a key, its stored reply. */
export function rollback(subject: Subject): void {
  describe.each(offersOf(subject, ...WRITES))('$title', (offer) => {
    it.each(MISTAKES.filter(({ applies = () => true }) => applies(offer)))('$title', async (mistake) => {
      const { simulator, ...ground } = groundOf(subject, {
        rateLimits: {},
        apiKeys: [{ key: 'test-api-key' }, { key: 'read-only', permissions: ['READ_ONLY'] }],
      })
      const request = requestOf({ simulator, ...ground }, offer, mistake)
      const before = contentOf(simulator)
      for (const key of [undefined, 'a-key']) {
        const answer = await ground.send(offer.method, request.path, request.body, {
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...mistake.headers,
        })
        expect([answer.status, answer.body.success]).toEqual([mistake.status, false])
        expect(contentOf(simulator)).toEqual(before)
        const kept = simulator.export().tables['']?.replies ?? []
        expect(kept.map(({ id, status, body }) => [id, status, body])).toEqual(
          isKept(mistake, offer, answer.status) && key !== undefined
            ? [[JSON.stringify(['org-1', 'test-api-key', key]), answer.status, answer.text]]
            : [],
        )
        expect(simulator.books.check()).toEqual([])
      }
    })

    it('more requests than the limit allows', async () => {
      const { simulator, ...ground } = groundOf(subject, {
        rateLimits: { endpoint: { burst: 1, refillPerSecond: 1 } },
      })
      const request = requestOf({ simulator, ...ground }, offer, { title: '', status: 0 })
      const key = { 'Idempotency-Key': 'a-key' }
      await ground.send(offer.method, request.path, request.body, { 'X-API-KEY': simulator.apiKey })
      const before = contentOf(simulator, { replies: true })
      const answer = await ground.send(offer.method, request.path, request.body, key)
      expect(answer.status).toBe(429)
      expect(contentOf(simulator, { replies: true })).toEqual(before)
    })
  })
}

function requestOf(ground: Ground, offer: RouteOperation, mistake: Mistake): { path: string; body: unknown } {
  const { definition, verb } = offer
  const id = verb === 'create' ? undefined : ground.idOf(definition, ground.make(definition))
  const sent = takesJson(offer) ? ground.body(definition, { extent: 'full' }) : fileFor(verb)
  const body = mistake.body ? mistake.body(offer, sent as Json) : sent
  return { path: mistake.path?.(offer) ?? offer.path(id), body }
}

function fileFor(verb: string): FormData | undefined {
  if (verb !== 'attach') return undefined
  const form = new FormData()
  form.append('files', new File(['content'], 'file.txt'))
  return form
}

/** Execution had begun: an operation was found, the key may use it and the body could be read. */
const isKept = ({ path, headers }: Mistake, offer: RouteOperation, status: number): boolean =>
  (status === 422 || status === 404) && !headers && !(path && path(offer) === offer.path(1).slice(0, -1))
