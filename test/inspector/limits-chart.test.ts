import { expect, it } from 'vitest'
import { refilled } from '../../src/tools/inspector/limits-chart'
import { levelsIn } from '../../src/tools/inspector/views/limits'

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
