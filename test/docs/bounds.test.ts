import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rows of docs/bounds.md by their first words, and the test of each: a file and the name of the test. */
const TESTS: readonly (readonly [row: string, file: string, test: string])[] = [
  ['JSON body of a request', 'test/http/bounds.test.ts', 'a body is read up to its limit'],
  ['Nesting of a JSON body', 'test/http/read-command.test.ts', 'a million levels'],
  ['Form of an upload', 'test/http/bounds.test.ts', 'of a form'],
  ['Body of a request to the controls', 'test/hosts/node-bounds.test.ts', 'read a body up to their limit'],
  ['Page of a list', 'test/promises/list-and-page.ts', 'limit=100000'],
  ['Unknown names in the `why`', 'test/http/bounds.test.ts', 'of many unknown names the first are described'],
  [
    'Unknown members that one refusal',
    'test/http/bounds.test.ts',
    'of many unknown members that are refused',
  ],
  ['Traffic', 'test/http/bounds.test.ts', 'traffic keeps within its limits'],
  ['One body in the traffic', 'test/http/bounds.test.ts', 'of one body: its beginning and its length'],
  ['Versions of records', 'test/simulator/history.test.ts', 'where older ones are forgotten'],
  ['Replies kept', 'test/http/bounds.test.ts', 'replies whose window has passed are forgotten'],
  ['Log of webhook deliveries', 'test/webhooks/operations.test.ts', 'keeps what happened for 30 days'],
  ['Time of a webhook receiver', 'test/webhooks/retries.test.ts', 'patience'],
  ["Body of a receiver's answer", 'test/webhooks/answers.test.ts', 'an answer is cut'],
  ["Headers of a receiver's answer", 'test/webhooks/answers.test.ts', 'headers without end'],
  [
    'Deliveries caused by deliveries',
    'test/webhooks/answers.test.ts',
    'ends the flush with an error that names it',
  ],
  ['Sends without a turn', 'test/webhooks/answers.test.ts', 'the event loop has its turns'],
  ['Timers in one advance', 'test/time/advance.test.ts', 'a million timers'],
  [
    'Requests of one connection to a server',
    'test/hosts/pipelining.test.ts',
    'are not read while one of them is under way',
  ],
  ['Answer of `many`', 'test/hosts/pipelining.test.ts', 'an answer that nobody reads is cut'],
  ['`close()` of a server', 'test/hosts/node-bounds.test.ts', 'close ends'],
  ['World file', 'test/simulation/hostile-files.test.ts', 'is an OptionError, or a world that works'],
  [
    'Rows that are made and deleted',
    'test/kernel/layer.test.ts',
    'rows that come and go leave nothing in a layer',
  ],
]

const rows = readFileSync('docs/bounds.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (What|---)/.test(line))
  .map((line) => line.split(' | ')[0]?.slice(2) ?? '')

/** The mechanical part of a promise: that the test tests it is for its reader. */
test.each(rows)('%s: has a test', (row) => {
  const found = TESTS.filter(([words]) => row.startsWith(words))
  const [longest] = found.sort(([a], [b]) => b.length - a.length)
  expect(longest, `name the test of this row in TESTS`).toBeDefined()
  const [, file = '', name = ''] = longest ?? []
  expect(readFileSync(file, 'utf8')).toContain(name)
})

test('every test is of a row', () => {
  expect(TESTS.filter(([words]) => !rows.some((row) => row.startsWith(words)))).toEqual([])
  expect(new Set(TESTS.map(([words]) => words)).size).toBe(rows.length)
})
