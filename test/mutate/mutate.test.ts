import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSimulator } from 'accounting-simulator'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runMutate } from '../../src/command/mutate'
import type { MutateReport } from '../../src/command/mutate/report'
import { escaped } from '../../src/kernel/escape-html'
import { fresh } from '../docs/fresh'
import { runCommand } from '../support/run-command'
import { isThorough, sampled } from '../support/thorough'
import { type Played, SuitesProject } from './play'

const project = new SuitesProject()
beforeAll(() => project.install(), 60_000)

const POST = 'POST /public/v1/invoices/'
const PUT = 'PUT /public/v1/invoices/{record_number}/'
const GET = 'GET /public/v1/invoices/'

/** One mutant of each kind. What becomes of each in other suites: kinds.test.ts. */
const MUTANTS: readonly string[] = [
  `write-not-sent:${PUT}`,
  `no-idempotency-key:${POST}`,
  `fresh-idempotency-key:${POST}`,
  `write-sent-twice:${POST}`,
  `retry-after-ignored:${GET}`,
  `amount-changed:${POST}:items.rate`,
  `quantity-changed:${POST}:items.quantity`,
  `date-changed:${POST}:date`,
  `draft-for-posted:${POST}:record_status`,
  `another-record:${POST}:customer_id`,
  `unchanged-members-left-out:${PUT}`,
  `filter-left-out:${GET}:search`,
  `first-page-only:${GET}`,
  'delivery-not-handled:DELIVERY core.invoice/created',
]
const only = (names: readonly string[]) => ['--only', names.join(',')]

/** The command in this process, for words with which it starts no program. */
const mutateHere = (words: readonly string[]) => runCommand((output) => runMutate(words, output))

const outcomesOf = ({ report }: Played): Record<string, string> =>
  Object.fromEntries(
    (report?.mutants ?? []).map(({ id, operation, member, outcome }) => [
      [id, operation, ...(member === undefined ? [] : [member])].join(':'),
      outcome,
    ]),
  )
const all = (names: readonly string[], outcome: string) =>
  Object.fromEntries(names.map((name) => [name, outcome]))

describe('a bug that a client could have', () => {
  it('is found where a test looks', () => {
    // That each kind is found stands in kinds.test.ts.
    const names = [...sampled(MUTANTS, 7), `member-left-out:${POST}:reference_number`]
    const played = project.judge('strong', ...only(names))
    expect(outcomesOf(played)).toEqual(all(names, 'found'))
    const count = names.length
    const out = expect.stringContaining(`${count} of ${count} bugs that a client could have are found by`)
    expect(played).toMatchObject({ status: 0, out })
  }, 600_000)

  it('survives where none looks, with a line to add, and equally each time', () => {
    // The client reads page after page until there is none, so it does not come to an end.
    const chosen = isThorough ? /^(?!first-page-only)/ : /:(items|date|record_status|customer_id)|delivery/
    const names = MUTANTS.filter((name) => chosen.test(name))
    const played = project.judge('weak', ...only(names))
    expect(outcomesOf(played)).toEqual(all(names, 'survived'))
    expect(played.status).toBe(1)
    const line =
      "expect(simulator).toHaveReceived('POST /public/v1/invoices/', { items: [{ rate: '20.00', quantity: '3' }], " +
      "date: '2026-01-15', record_status: 'posted', customer_id: 1 })"
    expect(played.out).toContain(line)
    const pasted = (played.report?.mutants ?? []).filter(({ id }) => id !== 'delivery-not-handled')
    expect(project.plays('pasted', pasted.map(({ add }) => add).join('\n'))).toBe('green')
    for (const { id, operation, member, add } of pasted) {
      const mutant = [id, operation, ...(member === undefined ? [] : [member])].join(':')
      expect([mutant, project.plays('pasted', add, mutant)]).toEqual([mutant, 'red'])
    }
    const again = project.judge('weak', '--at-once', '3', '--html', 'page.html', ...only(names))
    const apart = ({ report }: Played) => ({ ...report, suite: { ...report?.suite, seconds: 0 } })
    expect(apart(again)).toEqual(apart(played))
    const page = readFileSync(join(project.folder, 'page.html'), 'utf8')
    for (const { meaning } of played.report?.mutants ?? []) expect(page).toContain(escaped(meaning))
    expect(page).toContain(escaped(line))
    // Of the first run.
    expect(page).toContain('<code>GET /public/v1/invoices/</code> 200 ×4')
    expect(page).not.toMatch(/<script|src=|href=/)
  }, 600_000)

  it('stands in the report that docs/mutate.md shows', () => {
    const names = [
      `no-idempotency-key:${POST}`,
      `date-changed:${POST}:date`,
      `another-record:${POST}:customer_id`,
    ]
    const { out } = project.mutate([
      ...only([...names, `filter-left-out:${GET}:search`]),
      '--',
      'node',
      'suite.mjs',
      'weak',
    ])
    fresh('docs/mutate.md', 'judged', `\`\`\`\n${out.trimEnd()}\n\`\`\``)
  }, 60_000)

  it('never matters where the situation is missing', () => {
    const currency = `member-left-out:${POST}:currency_iso_4217_code`
    const names = [`no-idempotency-key:${POST}`, 'first-page-only:GET /public/v1/bills/', currency]
    const played = project.judge('never', ...only(names))
    expect(outcomesOf(played)).toEqual(all(names, 'never mattered'))
    expect(played.status).toBe(1)
    expect(played.out).toContain('It never mattered: no test loses an answer, so no key is used again.')
    expect(played.report?.mutants.find(({ id }) => id === 'no-idempotency-key')?.add).toBe(
      `simulator.faults.inject({ on: '${POST}', then: { loseResponse: true } }) before the call, and at the end ` +
        'expect(simulator).toHaveNoDuplicates()',
    )
    // The service fills in the customer's currency, so only the request shows whether the client sent it.
    expect(played.report?.mutants.find(({ id }) => id === 'member-left-out')?.add).toBe(
      `expect(simulator).toHaveReceived('${POST}', { currency_iso_4217_code: 'USD' })`,
    )
  }, 120_000)

  it('is equivalent where the request is so already, and then judges nothing', () => {
    const played = project.judge('equivalent')
    const names = [`filter-left-out:${GET}:search`, `first-page-only:${GET}`]
    expect(outcomesOf(played)).toEqual(all(names, 'equivalent'))
    expect(played).toMatchObject({ status: 2, report: { found: 0, of: 0 } })
    expect(played.error).toContain('no mutant could be judged')
  }, 60_000)

  it('comes last where the program wrote the same, because it checks what it reads', () => {
    const filter = `filter-left-out:${GET}:search`
    const played = project.judge('checking', ...only([filter, `date-changed:${POST}:date`]))
    expect(played.out).toMatch(/\nSurvived: something[\s\S]+\nSurvived, and the program wrote the same/)
    const wroteTheSame = ({ report }: Played) => report?.mutants.map((one) => one.wroteTheSame)
    expect(wroteTheSame(played)).toEqual([undefined, true])
    // Without a write behind it, nobody knows.
    expect(wroteTheSame(project.judge('weak', ...only([filter])))).toEqual([undefined])
  }, 60_000)

  it('is loud where the service refuses it', () => {
    const names = [`member-left-out:${POST}:customer_id`, `date-changed:${POST}:date`]
    expect(outcomesOf(project.judge('weak', ...only(names)))).toEqual({
      [names[0] as string]: 'loud',
      [names[1] as string]: 'survived',
    })
  }, 60_000)

  it.each(['paid', 'paidAgain'])(
    'is loud where the service refuses the second write that it leads to (%s)',
    (suite) => {
      const mutant = 'fresh-idempotency-key:POST /public/v1/customer-payments/'
      expect(outcomesOf(project.judge(suite, ...only([mutant])))).toEqual({ [mutant]: 'loud' })
    },
    60_000,
  )

  it('has no line where the client does not try again', () => {
    const { report } = project.judge('impatient', ...only([`no-idempotency-key:${POST}`]))
    expect(report?.mutants).toMatchObject([
      {
        outcome: 'never mattered',
        advice: expect.stringContaining('the tests are red with it already: the client does not try again'),
      },
    ])
  }, 60_000)

  it('times out where the tests wait for ever, and nothing is left running', async () => {
    const count = join(project.folder, 'count')
    rmSync(count, { force: true })
    const played = project.judge('waiting', ...only([`write-not-sent:${POST}`]))
    expect(played).toMatchObject({
      status: 0,
      report: { found: 1, of: 1, mutants: [{ outcome: 'timed out' }] },
    })
    const beats = readFileSync(count, 'utf8').length
    expect(beats).toBeGreaterThan(10)
    await pause(500)
    expect(readFileSync(count, 'utf8').length).toBe(beats)
  }, 60_000)

  it('is unstable where a test fails now and then, and never found', () => {
    rmSync(join(project.folder, 'count'), { force: true })
    const names = [`write-sent-twice:${POST}`, `date-changed:${POST}:date`]
    expect(outcomesOf(project.judge('flaky', ...only(names)))).toEqual({
      [names[0] as string]: 'unstable',
      [names[1] as string]: 'survived',
    })
  }, 60_000)
})

it('no request of a worker is lost or counted twice, however the worker ends', () => {
  const { report } = project.judge('workers', ...only([`date-changed:${POST}:date`]))
  expect(report?.requests).toEqual({ msw: 0, serve: 0, fetch: 4, direct: 0 })
  expect(report?.mutants).toMatchObject([{ outcome: 'survived' }])
}, 60_000)

describe('what cannot be judged', () => {
  const suite = (name: string) => ['--', process.execPath, 'suite.mjs', name]

  type Row = [given: string, words: readonly string[], said: string]
  it.each<Row>([
    ['no --', ['npx', 'jest'], 'mutate needs a command after --'],
    ['an unknown option', ['--ony', 'x', ...suite('weak')], 'there is no option --ony, perhaps --only'],
    [
      'an unknown id',
      ['--only', 'no-idempotency', ...suite('weak')],
      "--only cannot be 'no-idempotency', perhaps no-idempotency-key",
    ],
    ['no number', ['--at-once', 'two', ...suite('weak')], '--at-once must be a whole number from 1 to 64'],
    ['no share', ['--shard', '4/3', ...suite('weak')], "--shard must be a share such as '3/8'"],
    ['no reports', ['merge'], 'mutate merge needs the reports of all shards'],
    ['no duration', ['--budget', 'soon', ...suite('weak')], 'soon'],
    ['no program', ['--', 'jset'], 'there is no program jset'],
    ['a watch mode', ['--', 'npx', 'vitest', '--watch'], '--watch makes the command watch for changes'],
    ['new snapshots', ['--', 'npx', 'jest', '-u'], '-u would write what a mutant makes of the tests'],
    ['new snapshots of all', ['--', 'npx', 'vitest', 'run', '--update=all'], '--update=all would write'],
    ['no snapshots of Python', ['--', 'no-python3', '-u', '-m', 'pytest'], 'there is no program no-python3'],
  ])('%s, before anything runs', async (_, words, said) => {
    const { status, error, out } = await mutateHere(words)
    expect([status, out]).toEqual([2, ''])
    expect(error).toContain(said)
  })

  it.each<Row>([
    [
      'an operation that is not used',
      ['--only', 'write-not-sent:POST /public/v1/invoice/', ...suite('weak')],
      'is not among the mutants of this command, perhaps write-not-sent:POST /public/v1/invoices/',
    ],
    ['an unknown key', ['--only-key', 'prod', ...suite('weak')], '--only-key prod: no request has that key'],
    ['a suite that is red by itself', suite('red'), 'red by itself'],
    ['no simulator', suite('elsewhere'), 'the command started no simulator'],
    ['calls of the tests alone', suite('direct'), 'all 1 were sent by simulator.fetch(...)'],
  ])(
    '%s',
    (_, words, said) => {
      const { status, error, out } = project.mutate(words)
      expect([status, out]).toEqual([2, ''])
      expect(error).toContain(said)
    },
    60_000,
  )

  it('a command in itself', () => {
    const { status, error } = project.mutate(suite('weak'), { ACCOUNTING_MUTANT: 'none' })
    expect([status, error]).toEqual([
      2,
      expect.stringContaining('mutate runs neither in itself nor in coverage'),
    ])
  })

  it('an unknown mutant, in the tests themselves', () => {
    vi.stubEnv('ACCOUNTING_MUTANT', 'no-key')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(() => createSimulator()).toThrow('ACCOUNTING_MUTANT must be one of write-not-sent, ')
  })
})

describe('several at once', () => {
  it('are refused where the tests disturb each other', async () => {
    const server = createServer().listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    const words = ['--at-once', '2', '--', process.execPath, 'suite.mjs', 'port']
    const { status, out, error } = project.mutate(words, { PORT: String(port) })
    expect([status, out]).toEqual([2, ''])
    expect(error).toContain(
      '--at-once 2: the command is green alone, and not where 2 runs of it are side by side',
    )
    expect(error).toContain('EADDRINUSE')
  }, 60_000)

  it('on several machines are one report when they are merged', async () => {
    const names = [`write-sent-twice:${POST}`, `date-changed:${POST}:date`, `filter-left-out:${GET}:search`]
    const command = ['--', process.execPath, 'suite.mjs', 'weak']
    const played = (file: string, ...more: string[]) =>
      project.mutate(['--json', file, ...only(names), ...more, ...command]).status
    expect([
      played('all.json'),
      played('1.json', '--shard', '1/2'),
      played('2.json', '--shard', '2/2'),
    ]).toEqual([1, 1, 1])
    const merged = project.mutate(['merge', '--json', 'merged.json', '2.json', '1.json'])
    expect([merged.status, merged.error]).toEqual([1, ''])
    const reportIn = (file: string) => {
      const report = JSON.parse(readFileSync(join(project.folder, file), 'utf8')) as MutateReport
      return { ...report, suite: { ...report.suite, seconds: 0 } }
    }
    expect(reportIn('merged.json')).toEqual(reportIn('all.json'))
    expect(reportIn('1.json').mutants.map(({ id }) => id)).toEqual(['write-sent-twice', 'filter-left-out'])
    for (const [files, said] of [
      [['1.json'], 'reports must be of all shards, but 2/2 is missing'],
      [['1.json', '1.json'], 'reports[1] is shard 1/2, as reports[0] is'],
      [['all.json'], 'reports[0] must be the report of a shard'],
    ] as const)
      expect(await mutateHere(['merge', ...files.map((file) => join(project.folder, file))])).toMatchObject({
        status: 2,
        error: expect.stringContaining(said),
      })
  }, 60_000)
})

it('a budget that has ended leaves the other mutants out, and says so', () => {
  const { report, status } = project.judge('weak', '--budget', '1 second')
  // A slow machine ends it before the first mutant.
  const survived = report?.mutants.some(({ outcome }) => /survived|mattered/.test(outcome))
  expect(status).toBe(survived ? 1 : 2)
  if (report) expect(report.notJudged[0]).toMatch(/^the budget ended before \d+ mutants?: /)
}, 60_000)
