import { describe, expect, it } from 'vitest'
import { refilled } from '../../src/tools/inspector/limits-chart'
import { keysInOrder, levelsIn, refusedBy, roomText } from '../../src/tools/inspector/views/limits'

// A height of 0 is a full bucket, since the chart is drawn from its top. It is 600 wide.
it.each([
  ['no request', 0, [], 0, 'M0 0L600 0H600'],
  ['one request, which nothing follows', 0, [[600, 60]], 0, 'M0 0H600V60L600 60H600'],
  ['a storm long before now', 100, [[0, 120]], 12, 'M0 100H0V120L10 0H600'],
  [
    'two storms',
    0,
    [
      [0, 120],
      [600, 120],
    ],
    12,
    'M0 0H0V120L10 0H600V120L600 120H600',
  ],
  [
    'a request before the bucket is full',
    0,
    [
      [0, 120],
      [30, 100],
    ],
    2,
    'M0 0H0V120L30 60H30V100L80 0H600',
  ],
  [
    'two at one instant',
    0,
    [
      [5, 40],
      [5, 80],
    ],
    2,
    'M0 0H5V40L5 40H5V80L45 0H600',
  ],
  [
    'a bucket that does not refill',
    0,
    [
      [0, 40],
      [5, 80],
    ],
    0,
    'M0 0H0V40L5 40H5V80L600 80H600',
  ],
] as const)('the line of %s', (_, begin, points, pace, path) => {
  expect(
    refilled(
      begin,
      points.map(([x, y]) => ({ x, y })),
      pace,
    ),
  ).toBe(path)
})

const ITEMS = 'GET /items/'
const level = (bucket: string, route: string, key = 'shop', second = 0, remaining = 5) => ({
  sequence: 1,
  at: new Date(Date.UTC(2026, 0, 15, 9, 0, second)).toISOString(),
  remaining,
  status: 200,
  call: ITEMS,
  key,
  bucket,
  route,
  isRefused: false,
})
const ofItems = (second: number, remaining: number) =>
  level(`endpoint bucket of ${ITEMS}`, ITEMS, 'shop', second, remaining)
const ofCustomers = (second: number) =>
  level('endpoint bucket of GET /customers/', 'GET /customers/', 'shop', second)
const ofAll = (second: number, remaining: number) =>
  level('aggregate bucket', ITEMS, 'shop', second, remaining)
const refusing = (one: ReturnType<typeof level>) => ({ ...one, status: 429, isRefused: true })

// A bucket of ten tokens, one a second.
it.each([
  [
    'each request takes one, also where its response tells of another',
    [ofAll(0, 9), ofCustomers(0)],
    null,
    [9, 8],
  ],
  ['it refills', [ofAll(0, 9), ofCustomers(0), ofAll(1, 8)], null, [9, 8, 8]],
  ['to full, not beyond', [ofAll(0, 5), ofAll(60, 9)], null, [5, 9]],
  [
    'what a response tells corrects what is reckoned',
    [ofCustomers(0), ofAll(0, 3), ofCustomers(0)],
    null,
    [9, 3, 2],
  ],
  ['of another key none does', [ofAll(0, 9), level('aggregate bucket', ITEMS, 'other')], null, [9]],
  ['nor of another route, from that of a route', [ofItems(0, 9), ofCustomers(0)], ITEMS, [9]],
  ['a refused one finds it empty', [ofAll(0, 0), refusing(ofAll(0, 0))], null, [0, 0]],
  ['one that a later bucket refused took from it', [ofAll(0, 9), refusing(ofItems(0, 0))], null, [9, 8]],
  ['one that an earlier bucket refused did not', [ofItems(0, 9), refusing(ofAll(0, 0))], ITEMS, [9]],
])('what is left in a bucket: %s', (_, levels, route, left) => {
  const kind = route === null ? 'aggregate' : 'endpoint'
  const spent = levelsIn(levels, { key: 'shop', kind, route, burst: 10, refillPerSecond: 1 })
  expect(spent.map((one) => one.left)).toEqual(left)
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
    isRefused: status === 429,
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
