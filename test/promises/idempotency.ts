import type { Simulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { refusal } from '../support/client'
import { contentOf } from '../support/content'
import { groundOf } from '../support/ground'
import { offersOf, WRITES } from '../support/offers'
import { pause } from '../support/pause'
import { sendable } from '../support/sendable'
import type { Subject } from '../support/subject'

const KEY = { 'Idempotency-Key': 'a-key' }
const reused = refusal('__all__', 'Idempotency key was already used with a different request')

const repliesOf = (simulator: Simulator) => simulator.export().tables['']?.replies ?? []

/** A write with an idempotency key happens once; its answer is the same bytes for 48 hours. */
export function idempotency(subject: Subject): void {
  describe.each(offersOf(subject, ...WRITES))('$title', (offer) => {
    const opened = () => {
      const ground = groundOf(subject)
      const { method, path, content } = sendable(ground, offer)
      const once = (headers: Record<string, string> = KEY) => ground.send(method, path, content(), headers)
      return { ...ground, ground, once, method, path, content }
    }

    it('replays the same bytes and writes nothing', async () => {
      const { once, simulator } = opened()
      const first = await once()
      expect([first.status, first.errors]).toEqual([offer.status, {}])
      const before = contentOf(simulator, { replies: true })
      const again = await once()
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
      expect(again.headers.get('idempotent-replayed')).toBeNull()
      expect(contentOf(simulator, { replies: true })).toEqual(before)
    })

    it('executes one of simultaneous requests; all get its bytes', async () => {
      const [alone, crowd] = [opened(), opened()]
      const expected = await alone.once()
      const answers = await Promise.all([crowd.once(), crowd.once(), crowd.once()])
      expect(answers.map(({ status, text }) => [status, text])).toEqual(
        Array(3).fill([expected.status, expected.text]),
      )
      expect(contentOf(crowd.simulator, { replies: true })).toEqual(
        contentOf(alone.simulator, { replies: true }),
      )
    })

    it('forgets after 48 hours, not before', async () => {
      const { once, simulator } = opened()
      const first = await once()
      await simulator.clock.advance({ hours: 47, minutes: 59, seconds: 59, milliseconds: 999 })
      expect((await once()).text).toBe(first.text)
      await simulator.clock.advance({ milliseconds: 1 })
      await once()
      expect(repliesOf(simulator).map(({ storedAt }) => storedAt)).toEqual([Date.parse(simulator.clock.now)])
    })

    it('is refused for another body or path', async () => {
      const { once, send, ground, simulator } = opened()
      await once()
      const other = sendable(ground, offer, 1)
      const before = contentOf(simulator, { replies: true })
      const answer = await send(other.method, other.path, other.content(), KEY)
      expect([answer.status, answer.body]).toEqual([422, reused])
      expect(contentOf(simulator, { replies: true })).toEqual(before)
    })

    it('keeps 404 and 422', async () => {
      const { send, simulator, method, content } = opened()
      const path = offer.verb === 'create' ? offer.path() : offer.path(99999999)
      const sent = offer.verb === 'create' ? '{"date":"never","name":1}' : content()
      const first = await send(method, path, sent, KEY)
      expect(first.status).toBe(offer.verb === 'create' ? 422 : 404)
      const before = contentOf(simulator, { replies: true })
      expect((await send(method, path, offer.verb === 'attach' ? content() : sent, KEY)).text).toBe(
        first.text,
      )
      expect(contentOf(simulator, { replies: true })).toEqual(before)
    })

    if (offer.verb === 'create' || offer.verb === 'update')
      it('keeps no 400', async () => {
        const { once, ground, method, path } = opened()
        expect((await ground.send(method, path, '{', KEY)).status).toBe(400)
        const answer = await once()
        expect([answer.status, answer.errors]).toEqual([offer.status, {}])
      })

    it('answers 409 while the first response is held back, and the same bytes after', async () => {
      const { once, simulator } = opened()
      simulator.faults.inject({ then: { delay: '2 seconds' } })
      const held = once()
      await Promise.resolve()
      await pause(0)
      const meanwhile = await once()
      expect([meanwhile.status, meanwhile.body]).toEqual([
        409,
        refusal('__all__', 'A request with this idempotency key is in progress'),
      ])
      await simulator.clock.advance('2 seconds')
      const first = await held
      expect(first.status).toBe(offer.status)
      expect((await once()).text).toBe(first.text)
    })

    it('belongs to the API key', async () => {
      const { ground, once, simulator, path, method, content } = opened()
      await once()
      const { key } = simulator.admin.keys.issue({ label: 'other' })
      const answer = await ground.send(method, path, content(), { ...KEY, 'X-API-KEY': key })
      expect(answer.body).not.toEqual(reused)
      expect(repliesOf(simulator).map(({ id }) => id)).toHaveLength(2)
    })

    it.each([
      ['one character', '!', offer.status],
      ['255 characters', 'k'.repeat(255), offer.status],
      ['256 characters', 'k'.repeat(256), 400],
      ['nothing', '', 400],
      ['a space', 'a b', 400],
      ['no ASCII', 'clé', 400],
    ])('takes 1 to 255 visible ASCII characters: %s', async (_, key, status) => {
      const answer = await opened().once({ 'Idempotency-Key': key })
      expect(answer.status).toBe(status)
      if (status === 400)
        expect(answer.body).toEqual(
          refusal('__all__', 'Idempotency key must be 1 to 255 visible ASCII characters'),
        )
    })
  })

  it.each(offersOf(subject, 'list', 'get'))('$title ignores it', async ({ definition, path }) => {
    const { send, make, idOf, simulator } = groundOf(subject)
    const id = idOf(definition, make(definition))
    const before = contentOf(simulator, { replies: true })
    for (const key of ['a-key', '', 'a b'])
      expect((await send('GET', path(id), undefined, { 'Idempotency-Key': key })).status).toBe(200)
    expect(contentOf(simulator, { replies: true })).toEqual(before)
  })
}
