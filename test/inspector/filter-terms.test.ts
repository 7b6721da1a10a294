import { expect, it } from 'vitest'
import type { Line } from '../../src/tools/inspector/entries'
import { suggestionsFor, termsOf, toggled, withoutEndings } from '../../src/tools/inspector/filter-terms'

it.each([
  ['', []],
  ['a b', ['a', 'b']],
  ['"two words" status:4xx', ['"two words"', 'status:4xx']],
  ['key:"Night shift" -health', ['key:"Night shift"', '-health']],
  ['outcome:held|lost a', ['outcome:held|lost', 'a']],
  ['health | items b', ['health|items', 'b']],
])('%s has the terms %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms)
})

it.each([
  // text                    pressed                    becomes
  ['', 'status:429', 'status:429'],
  ['status:429', 'status:429', ''],
  ['key:Shop', 'status:429', 'key:Shop status:429'],
  ['status:5xx key:Shop', 'kind:request status:4xx', 'key:Shop kind:request status:4xx'],
  ['outcome:lost', 'status:4xx', 'status:4xx'],
  ['status:4xx', 'outcome:lost', 'outcome:lost'],
  ['at>-1h health', 'at>-1h', 'health'],
  ['kind:request status:4xx health', 'kind:request status:4xx', 'health'],
])('%s, and %s is pressed: %s', (text, pressed, becomes) => {
  expect(toggled(text, pressed)).toBe(becomes)
})

it.each([
  ['', ''],
  ['kind:request status:429 at>-1h', 'at>-1h'],
  ['key:Shop outcome:lost -health', 'key:Shop -health'],
  ['status>=400|outcome:lost', ''],
  // A press takes the place of every kind.
  ['kind:delivery key:Shop', 'key:Shop'],
])('chips for statuses count within %j without its endings: %j', (text, others) => {
  expect(withoutEndings(text)).toBe(others)
})

const line = (entry: object): Line => ({ entry }) as Line
const LINES = [
  line({ kind: 'request', key: 'Shop', response: { status: 429 } }),
  line({ kind: 'request', key: 'Night shift', response: { status: 429 } }),
  line({ kind: 'request', key: 'Shop', response: { status: 200 } }),
]

it.each([
  ['', []],
  ['sta', ['status:']],
  ['status:', ['status:429', 'status:200']],
  ['a -status:2', ['a -status:429', 'a -status:200']],
  ['status:5', []],
  ['key:', ['key:Shop', 'key:"Night shift"']],
  ['key:nig', ['key:"Night shift"']],
])('%s may go on as %j', (text, suggested) => {
  expect(suggestionsFor(text, LINES, ['status', 'key']).map((one) => one.text)).toEqual(suggested)
})
