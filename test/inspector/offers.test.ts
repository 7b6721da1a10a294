import { describe, expect, it } from 'vitest'
import type { BucketState } from '../../src/index'
import { findBucket } from '../../src/tools/inspector/bucket-name'
import { canFail } from '../../src/tools/inspector/copies'
import type { EntryJson } from '../../src/tools/inspector/entries'
import { Controls } from '../../src/tools/inspector/port'

const entry = (method: string | undefined, route: string | null): EntryJson => ({
  sequence: 1,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'request',
  route,
  request: { ...(method && { method }), url: 'https://a.test/', headers: {}, body: null },
})

it.each([
  ['GET', 'GET /public/v1/customers/', true],
  ['GET', null, false],
  [undefined, null, false],
])('%s for the route %s can be failed: %s', (method, route, isOffered) => {
  expect(canFail(entry(method, route))).toBe(isOffered)
})

describe('going back', () => {
  it.each([
    ['a simulator', Response.json([]), true],
    ['a sandbox', Response.json({ error: 'not in a sandbox' }, { status: 403 }), false],
  ])('is offered for %s, which is asked once', async (_, answer, isOffered) => {
    let asked = 0
    const controls = new Controls(async () => {
      asked += 1
      return answer.clone()
    })
    expect([await controls.keepsMoments(), await controls.keepsMoments()]).toEqual([isOffered, isOffered])
    expect(asked).toBe(1)
  })

  it('is asked for again after a failure', async () => {
    const answers = [Response.json({ error: 'broken' }, { status: 500 }), Response.json([])]
    const controls = new Controls(async () => answers.shift() as Response)
    await expect(controls.keepsMoments()).rejects.toThrow('broken')
    expect(await controls.keepsMoments()).toBe(true)
  })
})

describe('a link to a bucket', () => {
  const bucket = (key: string, route: string | null): BucketState => {
    const rest = { burst: 10, refillPerSecond: 1, tokens: 10, fullAt: '' }
    return { key, label: key, route, kind: route === null ? 'aggregate' : 'endpoint', ...rest }
  }
  const buckets = [
    bucket('one', null),
    bucket('one', 'GET /a/'),
    bucket('two', null),
    bucket('two', 'GET /a/'),
  ]

  it.each([
    ['aggregate bucket', 'one', 0],
    ['aggregate bucket', 'two', 2],
    ['endpoint bucket of GET /a/', 'two', 3],
    ['endpoint bucket of GET /a/', 'three', 1],
    ['endpoint bucket of GET /a/', undefined, 1],
    ['endpoint bucket of GET /b/', 'one', -1],
  ])('%s of key %s is number %i', (name, key, at) => {
    expect(findBucket(buckets, { bucket: name, key })).toBe(buckets[at])
  })
})
