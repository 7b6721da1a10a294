import { describe, expect, it } from 'vitest'
import { refilled } from '../../src/tools/inspector/limits-chart'
import { keysInOrder, levelsIn, refusedBy, roomText } from '../../src/tools/inspector/views/limits'

// A height of 0 is a full bucket, since the chart is drawn from its top.
it.each([
  ['one request', [{ x: 10, y: 60 }], 1, 'M10 60'],
  [
    'a storm long after another is a tooth at each',
    [
      { x: 0, y: 120 },
      { x: 600, y: 120 },
    ],
    12,
    'M0 120L10 0H600V120',
  ],
  [
    'a request before the bucket is full',
    [
      { x: 0, y: 120 },
      { x: 30, y: 100 },
    ],
    2,
    'M0 120L30 60H30V100',
  ],
  [
    'two at one instant',
    [
      { x: 5, y: 40 },
      { x: 5, y: 80 },
    ],
    2,
    'M5 40L5 40H5V80',
  ],
  [
    'two between which others may have taken some',
    [
      { x: 0, y: 40 },
      { x: 5, y: 80, isApart: true },
      { x: 9, y: 90 },
    ],
    0,
    'M0 40M5 80L9 80H9V90',
  ],
  [
    'a bucket that does not refill',
    [
      { x: 0, y: 40 },
      { x: 5, y: 80 },
    ],
    0,
    'M0 40L5 40H5V80',
  ],
])('the line of %s', (_, points, pace, path) => {
  expect(refilled(points, pace)).toBe(path)
})

const level = (bucket: string, route: string, key = 'shop') => ({
  at: '2026-01-15T09:00:00.000Z',
  limit: 10,
  remaining: 5,
  status: 200,
  call: 'GET /items/',
  key,
  bucket,
  route,
})
const ITEMS = 'GET /items/'
const OF_ITEMS = level(`endpoint bucket of ${ITEMS}`, ITEMS)
const CAP = level(`fixed cap of ${ITEMS}`, ITEMS)
const OF_CUSTOMERS = level('endpoint bucket of GET /customers/', 'GET /customers/')
const ALL = level('aggregate bucket', ITEMS)
const ALL_ELSEWHERE = level('aggregate bucket', 'GET /customers/')
const ELSE = level('aggregate bucket', ITEMS, 'other')

it.each([
  ['requests of another route take from it', [ALL, OF_CUSTOMERS, ALL, ALL], null, [false, true, false]],
  ['those of another key do not', [ALL, ELSE, ALL], null, [false, false]],
  [
    'nor do those of another route, from that of a route',
    [OF_ITEMS, OF_CUSTOMERS, OF_ITEMS],
    ITEMS,
    [false, false],
  ],
  ['a cap of the route may', [OF_ITEMS, CAP, OF_ITEMS], ITEMS, [false, true]],
  [
    'so may one of the route that tells of the bucket of all',
    [OF_ITEMS, ALL, OF_ITEMS],
    ITEMS,
    [false, true],
  ],
  ['but not one of another route', [OF_ITEMS, ALL_ELSEWHERE, OF_ITEMS], ITEMS, [false, false]],
  ['one before the first of its own says nothing', [OF_CUSTOMERS, ALL], null, [true]],
])('levels of a bucket: %s', (_, levels, route, apart) => {
  const kind = route === null ? 'aggregate' : 'endpoint'
  expect(levelsIn(levels, { key: 'shop', kind, route }).map(({ isApart }) => isApart)).toEqual(apart)
})

describe('refusals', () => {
  const bucket = (key: string, tokens = 10, kind: 'aggregate' | 'endpoint' = 'aggregate') => {
    const route = kind === 'aggregate' ? null : 'GET /a/'
    return {
      key,
      label: key,
      kind,
      route,
      burst: 10,
      refillPerSecond: 1,
      tokens,
      fullAt: '2026-01-15T09:00:10.000Z',
    }
  }
  const refusal = (key: string, at: string, status = 429) => ({
    ...level('aggregate bucket', 'GET /a/', key),
    at,
    status,
  })

  it('the key that was refused last comes first, though its bucket is full', () => {
    const levels = [
      refusal('one', '2026-01-15T09:00:00.000Z'),
      refusal('two', '2026-01-15T09:00:01.000Z'),
      refusal('three', '2026-01-15T09:00:02.000Z', 200),
    ]
    const refused = refusedBy(levels)
    const buckets = [bucket('three', 1), bucket('one', 1), bucket('two', 10)]
    expect(keysInOrder(buckets, levels)).toEqual(['two', 'one', 'three'])
    expect(buckets.map((one) => refused(one).length)).toEqual([0, 1, 1])
    expect(refused(bucket('two', 10, 'endpoint'))).toEqual([])
  })

  it.each([
    [10, 'has room now'],
    [1, 'has room now'],
    [0, 'has room again Thu 15 Jan, 09:00:01'],
    // A part of a token passes no request.
    [0.4, 'has room again Thu 15 Jan, 09:00:01'],
    [-2, 'has room again Thu 15 Jan, 09:00:03'],
  ])('a bucket with %s tokens %s', (tokens, told) => {
    const missing = (10 - tokens) * 1000
    const fullAt = new Date(Date.parse('2026-01-15T09:00:00.000Z') + missing).toISOString()
    expect(roomText({ ...bucket('one', tokens), fullAt })).toBe(told)
  })
})
