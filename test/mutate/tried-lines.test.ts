import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { TestEnds, writesTheSame } from '../../src/command/mutate/test-ends'
import { type ProvenLine, TriedLines, type Unnoticed } from '../../src/command/mutate/tried-lines'
import { readMutant } from '../../src/service/mutants/mutant'
import { placeOfTest } from '../../src/tools/coverage/test-place'
import { pythonLiteral } from '../../src/tools/explore/plan/literal'
import { temporaryFolder } from '../support/temporary-folder'

const POST = 'POST /public/v1/invoices/'
const GET = 'GET /public/v1/invoices/'

interface Sent {
  readonly test?: string
  readonly life?: number
  readonly body?: object
  readonly query?: string
  readonly origin?: string
  readonly isServed?: boolean
}

/** The ends of a run in which these requests were received. */
const run = (...sent: readonly Sent[]): TestEnds =>
  new TestEnds([
    sent.map(
      ({ test = 'a', life = 1, body, query = '', origin = 'https://accounting.test', isServed = false }) => ({
        received: {
          ...{
            test,
            life,
            isServed,
            operation: body ? POST : GET,
            method: body ? 'POST' : 'GET',
            headers: {},
          },
          at: '2026-01-15T09:00:00Z',
          url: `${origin}/public/v1/invoices/${query}`,
          body: body ? JSON.stringify(body) : null,
          isHeard: true,
          answer: { status: body ? 201 : 200, body: '{}', headers: {} },
        },
      }),
    ),
  ])

const mutant = (text: string, ...sent: readonly Sent[]): Unnoticed => ({
  mutant: readMutant(text, ''),
  run: run(...sent),
})
const triedOn = (bare: readonly TestEnds[], ...unnoticed: readonly Unnoticed[]): ProvenLine[] =>
  new TriedLines(bare).for(unnoticed)

const invoice = (more: object): Sent => ({ body: { customer_id: 1, ...more } })
const DATE = `date-changed:${POST}:date`
const DUE = `date-changed:${POST}:due_date`
const RATE = `amount-changed:${POST}:items.rate`
const MEMO = `member-left-out:${POST}:items.memo`

it.each<[string, readonly Sent[], boolean]>([
  [
    'the same at another port',
    [{ origin: 'http://127.0.0.1:2' }, { ...invoice({}), origin: 'http://127.0.0.1:2' }],
    true,
  ],
  ['another body', [{}, invoice({ date: 'X' })], false],
  ['nothing', [{}], false],
])('a program that read another answer wrote %s', (_, sent, isSame) => {
  const bare = run(
    { query: '?search=A', origin: 'http://127.0.0.1:1' },
    { ...invoice({}), origin: 'http://127.0.0.1:1' },
  )
  expect(writesTheSame(GET, run(...sent), [bare])).toBe(isSame)
})

describe('a line to add', () => {
  it('never joins members of several requests', () => {
    const [one, other] = [invoice({ date: 'A' }), invoice({ due_date: 'B' })]
    const bare = run(one, other)
    const lines = triedOn(
      [bare, bare, bare],
      mutant(DATE, invoice({ date: 'X' }), other),
      mutant(DUE, one, invoice({ due_date: 'X' })),
    )
    expect(lines.map(({ text }) => text)).toEqual([
      `expect(simulator).toHaveReceived('${POST}', { date: 'A' })`,
      `expect(simulator).toHaveReceived('${POST}', { due_date: 'B' })`,
    ])
  })

  it('joins those of one request, each in its line of the document', () => {
    const bare = run(invoice({ date: 'A', items: [{ rate: '1' }, { rate: '2', memo: 'm' }] }))
    const lines = triedOn(
      [bare],
      mutant(DATE, invoice({ date: 'X', items: [{ rate: '1' }, { rate: '2', memo: 'm' }] })),
      mutant(RATE, invoice({ date: 'A', items: [{ rate: '9' }, { rate: '2', memo: 'm' }] })),
      mutant(MEMO, invoice({ date: 'A', items: [{ rate: '1' }, { rate: '2' }] })),
    )
    expect(lines).toEqual([
      {
        text: `expect(simulator).toHaveReceived('${POST}', { date: 'A', items: [{ rate: '1' }, { memo: 'm' }] })`,
        test: 'a',
        finds: [DATE, RATE, MEMO],
      },
    ])
  })

  it('has no value that differs from run to run', () => {
    const sent = (date: string, due: string) => run(invoice({ date, due_date: due }))
    const lines = triedOn(
      [sent('A', '1'), sent('A', '2'), sent('A', '3')],
      mutant(DATE, invoice({ date: 'X', due_date: '4' })),
      mutant(DUE, invoice({ date: 'A', due_date: 'X' })),
    )
    expect(lines.map(({ text, finds }) => [text, finds])).toEqual([
      [`expect(simulator).toHaveReceived('${POST}', { date: 'A' })`, [DATE]],
    ])
  })

  it('is for a test that is green with it, and red with the bug', () => {
    const twice = [invoice({ date: 'A' }), invoice({ date: 'A' })]
    const other = { ...invoice({ date: 'B' }), test: 'b', life: 2 }
    const bare = run(...twice, other)
    const lines = triedOn([bare], mutant(`write-sent-twice:${POST}`, ...twice, other, other))
    expect(lines).toEqual([
      {
        text: 'expect(simulator).toHaveNoDuplicates()',
        test: 'b',
        finds: [`write-sent-twice:${POST}`],
      },
    ])
  })

  it('is none where the bug does not show in what the service receives', () => {
    const bare = run(invoice({ date: 'A' }))
    expect(triedOn([bare], mutant(DATE, invoice({ date: 'A' })))).toEqual([])
  })

  it('sees all that a shared simulator has received, and nothing after the test', () => {
    const [one, other] = [invoice({ date: 'A' }), { ...invoice({ date: 'B' }), test: 'b' }]
    const lines = triedOn([run(one, other)], mutant(DATE, invoice({ date: 'B' }), { ...one, test: 'b' }))
    // At the end of b the other order makes no difference; at the end of a it does.
    expect(lines.map(({ text, test }) => [test, text])).toEqual([
      ['a', `expect(simulator).toHaveReceived('${POST}', { date: 'A' })`],
    ])
  })

  it('is a call of the controls where tests reach the simulator over HTTP only', () => {
    const sent = { ...invoice({ date: 'A' }), isServed: true }
    const [line] = triedOn([run(sent)], mutant(`write-not-sent:${POST}`))
    expect(line?.text).toBe(
      `curl -sS "$SIMULATOR_URL/__simulator/matchers/toHaveReceived" -H 'content-type: application/json' ` +
        `-d '{"route":"${POST}"}'`,
    )
  })

  it('names the parameter of a list', () => {
    const [line] = triedOn(
      [run({ query: '?search=A%20B&limit=5' })],
      mutant(`filter-left-out:${GET}:search`, { query: '?limit=5' }),
    )
    expect(line?.text).toBe(
      `expect(simulator.received('${GET}').some(({ request: { url } }) => url.includes('search=A%20B'))).toBe(true)`,
    )
  })
})

describe('a line is written in the words of the runner', () => {
  const BODY = { date: '2026-01-15', memo: null, record_status: true }
  const said = (text: string, isServed: boolean, runner?: string) => {
    const body = invoice(BODY)
    const bare = run({ ...body, isServed })
    const red = mutant(text, { body: { customer_id: 1 }, isServed })
    return new TriedLines([bare], () => runner).for([red]).map((line) => line.text)
  }
  it.each([
    [undefined, false, `expect(simulator).toHaveReceived('${POST}', { date: '2026-01-15' })`],
    [
      'node:test',
      false,
      `assert.ok(matchers.toHaveReceived(simulator, '${POST}', { date: '2026-01-15' }).pass)`,
    ],
    [
      'pytest',
      true,
      `assert world.control("POST", "/matchers/toHaveReceived", {"route": "${POST}", "body": {"date": "2026-01-15"}})["pass"]`,
    ],
    [
      undefined,
      true,
      `curl -sS "$SIMULATOR_URL/__simulator/matchers/toHaveReceived" -H 'content-type: application/json' ` +
        `-d '{"route":"${POST}","body":{"date":"2026-01-15"}}'`,
    ],
  ])('%s, served: %s', (runner, isServed, line) => {
    expect(said(DATE, isServed, runner)).toEqual([line])
  })

  it.each([
    [undefined, false, /^expect\(simulator\.received\(.*\)\)\.toBe\(true\)$/],
    ['node:test', false, /^assert\.ok\(simulator\.received\(.*\)\)$/],
  ])('a parameter that is asked for: %s', (runner, isServed, line) => {
    const bare = run({ query: '?search=A', isServed })
    const red = mutant(`filter-left-out:${GET}:search`, { query: '', isServed })
    expect(new TriedLines([bare], () => runner).for([red]).map(({ text }) => text)).toEqual([
      expect.stringMatching(line),
    ])
  })

  it('of the test that it is for, where a command has several', () => {
    const bare = run(invoice(BODY), { ...invoice(BODY), test: 'b', life: 2 })
    const red = mutant(DATE, { body: { customer_id: 1 } }, { body: { customer_id: 1 }, test: 'b', life: 2 })
    const runnerOf = (test: string | null) => (test === 'b' ? 'node:test' : undefined)
    const lineIn = (mayFail: string[]) => new TriedLines([bare], runnerOf, new Set(mayFail)).for([red])[0]
    expect(lineIn([])).toMatchObject({ test: 'a', text: expect.stringMatching(/^expect/) })
    // Nor is it for a test that may fail.
    expect(lineIn(['a'])).toMatchObject({ test: 'b', text: expect.stringMatching(/^assert/) })
    const doubting = new TriedLines([bare], runnerOf, new Set(), new Set(['a']))
    expect(doubting.for([red])).toMatchObject([{ test: 'b' }])
  })

  it('is tried beside all that the simulator of its test received, also from a hook', () => {
    const sent = (customer_id: number) =>
      run({ test: 'hook', body: { customer_id: 1 } }, { body: { customer_id } })
    const red = { mutant: readMutant(`another-record:${POST}:customer_id`, ''), run: sent(3).of(['a']) }
    expect(triedOn([sent(2)], red)).toMatchObject([
      { test: 'a', text: `expect(simulator).toHaveReceived('${POST}', { customer_id: 2 })` },
    ])
  })

  it('no line is proposed where the controls have none for it', () => {
    const bare = run({ query: '?search=A', isServed: true })
    const red = mutant(`filter-left-out:${GET}:search`, { query: '', isServed: true })
    expect(new TriedLines([bare], () => 'pytest').for([red])).toEqual([])
  })

  it('Python has words of its own for values', () => {
    expect(pythonLiteral({ a: [true, null, 1.5], b: "it's" })).toBe('{"a": [True, None, 1.5], "b": "it\'s"}')
  })
})

it.each([
  ['a.test.js > sells', 'a.test.js:2'],
  ['a.test.js > shop buys', 'a.test.js:4'],
  ['a.test.js > shop day by day buys', 'a.test.js:4'],
  ['a.test.js > shop > buys', 'a.test.js:4'],
  ['a.test.js > other buys', undefined],
  ['a.test.js > twice', undefined],
  ['a.test.js > is created', 'a.test.js:8'],
  ['a.test.js > invoice is created', undefined],
  ['a.test.js > shop > invoice is created', undefined],
  ['a.test.js > a title in a line of its own', 'a.test.js:9'],
  ["a.test.js > shop > it's two", 'a.test.js:11'],
  ['a.test.js > from a > b', 'a.test.js:12'],
  ['a.py > Shop > test_sells', 'a.py:2'],
  ['a.test.js', undefined],
  ['absent.js > sells', undefined],
])('the place of %s is %s', (name, place) => {
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'a.test.js'),
    `describe('shop', () => {
  it('sells', () => {})
  describe("day by day", () => {})
  test('buys', sells)
  it('twice')
  it('twice')
  test.each(['invoice'])('%s is created', () => {})
  it('is created', () => {})
  it(
    'a title in a line of its own', () => {})
  it('it\\'s two', () => {})
  it('from a > b', () => {})
})
// it('has no end ${'\\u001b'.repeat(40)}`,
  )
  writeFileSync(join(folder, 'a.py'), 'class Shop:\n    def test_sells(self):')
  const spied = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => void spied.mockRestore())
  expect(placeOfTest(name)).toBe(place)
})
