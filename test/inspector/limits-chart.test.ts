import { expect, it } from 'vitest'
import { refilled } from '../../src/tools/inspector/limits-chart'

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
