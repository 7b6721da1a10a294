import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { playwrightVariables } from '../../src/command/mutate/playwright-reporter'
import { pytestVariables } from '../../src/command/mutate/pytest-plugin'
import { orderOf } from '../../src/simulator/mutation-order'
import { temporaryFolder } from '../support/temporary-folder'

afterEach(() => void vi.unstubAllEnvs())

it.each([
  [
    'write-sent-twice:POST /public/v1/invoice/',
    'ACCOUNTING_MUTANT: write-sent-twice has no operation POST /public/v1/invoice/, perhaps POST /public/v1/invoices/',
  ],
  [
    'write-sent-twice:DELIVERY core.invoice/created',
    'write-sent-twice has no operation DELIVERY core.invoice/created',
  ],
  [
    'delivery-not-handled:DELIVERY core.invoice/create',
    'delivery-not-handled has no operation DELIVERY core.invoice/create, perhaps DELIVERY core.invoice/created',
  ],
  ['delivery-not-handled:POST /public/v1/invoices/', 'has no operation POST /public/v1/invoices/'],
  [
    'amount-changed:POST /public/v1/invoices/:items.rat',
    'ACCOUNTING_MUTANT: POST /public/v1/invoices/ takes no member items.rat, perhaps items.rate',
  ],
  ['member-left-out:POST /public/v1/customers/:nme', 'takes no member nme, perhaps name'],
])('a bug of an unknown operation is refused: %s', (mutant, told) => {
  vi.stubEnv('ACCOUNTING_MUTANT', mutant)
  expect(() => createSimulator()).toThrow(told)
  // Of the runs of the command one world may have record types of its own, and another one may not.
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', tmpdir())
  expect(() => createSimulator()).not.toThrow()
})

it.each([
  [
    '{"one test": "write-sent-twice"',
    'ACCOUNTING_MUTANT must be a mutant, or JSON with the mutant of each test, not {',
  ],
  ['{"one test": "write-sent-twise"}', 'perhaps write-sent-twice'],
  ['{"one test": 5}', "not '5'"],
])('bugs of tests that cannot be read are refused: %s', (mutants, told) => {
  vi.stubEnv('ACCOUNTING_MUTANT', mutants)
  expect(() => createSimulator()).toThrow(expect.objectContaining({ name: 'OptionError' }))
  expect(() => createSimulator()).toThrow(told)
})

it.each([
  'none',
  'write-sent-twice',
  'amount-changed:POST /public/v1/invoices/:items.rate',
  'delivery-not-handled:DELIVERY core.invoice/created',
  'member-left-out:POST /public/v1/invoices/:memo',
  'filter-left-out:GET /public/v1/invoices/:customer_id',
])('one that is there is played: %s', (mutant) => {
  vi.stubEnv('ACCOUNTING_MUTANT', mutant)
  expect(() => createSimulator()).not.toThrow()
})

/** A folder for facts, and what the processes have written there. */
function factFolder() {
  const folder = temporaryFolder()
  const facts = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line))
  return { folder, facts }
}

it("a request below a fork of the controls is the program's", async () => {
  const { folder, facts } = factFolder()
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', folder)
  vi.stubEnv('ACCOUNTING_MUTANT', 'none')
  const server = await serve(createSimulator(), { controls: true })
  onTestFinished(() => server.close())
  const { path, apiKey } = await (await fetch(`${server.url}/__simulator/forks`, { method: 'POST' })).json()
  const read = await fetch(`${server.url}${path}/public/v1/customers/`, { headers: { 'X-API-KEY': apiKey } })
  expect(read.status).toBe(200)
  expect(facts().flatMap(({ request }) => request ?? [])).toEqual(['serve'])
})

it('a test of another process is known by the file that it writes', () => {
  const { folder } = factFolder()
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', folder)
  const { testOf } = orderOf('write-sent-twice:POST /public/v1/bills/')
  expect(testOf({ by: () => null })).toBe(null)
  writeFileSync(join(folder, 'test-at-hand'), 'test_a.py > test_sells')
  expect(testOf({ by: () => null })).toBe('test_a.py > test_sells')
  expect(testOf({ by: () => 'a.test.ts' })).toBe('a.test.ts')
})

it.each([
  ['no', '', 'kept'],
  ['load', '', 'left'],
  ['no', 'gw0', 'left'],
])('pytest that deals tests by %s to worker %s of xdist: the plugin is %s', (dist, worker, expected) => {
  const { folder } = factFolder()
  const hooks = `
import accounting_simulator_mutate as plugin
from types import SimpleNamespace as Of
left = []
plugin.pytest_configure(Of(getoption=lambda *_: "${dist}", pluginmanager=Of(unregister=left.append)))
print("left" if left == [plugin] else "kept")`
  const env = {
    ...process.env,
    ...pytestVariables(folder, ['pytest']),
    ACCOUNTING_MUTANT_FACTS: folder,
    ...(worker && { PYTEST_XDIST_WORKER: worker }),
  }
  expect(spawnSync('python3', ['-c', hooks], { env, encoding: 'utf8' }).stdout).toBe(`${expected}\n`)
})

it('pytest tells which test is at hand, and how each has ended', () => {
  const { folder, facts } = factFolder()
  const variables = pytestVariables(folder, ['python3', '-m', 'pytest'])
  expect(variables.PYTEST_ADDOPTS).toBe('-p accounting_simulator_mutate')
  const hooks = `
import os, accounting_simulator_mutate as plugin
class Report:
    nodeid = "test_a.py::Sales::test_sells"
    duration = 0.013
def play(failed):
    Report.failed = failed
    plugin.pytest_runtest_logstart(Report.nodeid)
    print(open(plugin.AT_HAND).read())
    plugin.pytest_runtest_logreport(Report)
    plugin.pytest_runtest_logfinish(Report.nodeid)
    print(os.path.exists(plugin.AT_HAND))
play(True)
play(False)`
  const env = { ...process.env, ...variables, ACCOUNTING_MUTANT_FACTS: folder }
  const { stdout, stderr } = spawnSync('python3', ['-c', hooks], { env, encoding: 'utf8' })
  expect([stderr, stdout.split('\n')]).toEqual([
    '',
    ['test_a.py > Sales > test_sells', 'False', 'test_a.py > Sales > test_sells', 'False', ''],
  ])
  const test = {
    id: 'test_a.py::Sales::test_sells',
    name: 'test_a.py > Sales > test_sells',
    file: 'test_a.py',
    runner: 'pytest',
  }
  const milliseconds = 13
  expect(facts()).toEqual([true, false].map((hasFailed) => ({ test: { ...test, hasFailed, milliseconds } })))
  expect(pytestVariables(folder, ['python3', '-I', '-m', 'pytest'])).toEqual({})
})

it.skipIf(spawnSync('python3', ['-c', 'import pytest']).status !== 0)(
  'pytest plays a test as often as it is told, each time with a name and with fixtures of its own',
  () => {
    const { folder, facts } = factFolder()
    const suite = `
import pytest
made = []
@pytest.fixture
def program():
    made.append(1)
    return len(made)
class TestSales:
    @pytest.mark.parametrize("currency", ["USD", "EUR"])
    def test_sells(self, program, currency):
        assert not hasattr(self, "sold")
        self.sold = currency
        assert program != 3
def test_buys():
    pass
`
    writeFileSync(join(folder, 'test_a.py'), suite)
    const sells = 'test_a.py > TestSales > test_sells[USD]'
    const env = {
      ...process.env,
      ...pytestVariables(folder, ['pytest']),
      ACCOUNTING_MUTANT_FACTS: folder,
      ACCOUNTING_MUTANT_TIMES: JSON.stringify({ [sells]: 4 }),
    }
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_a.py']
    const { stdout } = spawnSync('python3', args, { cwd: folder, env, encoding: 'utf8' })
    expect(stdout).toContain('1 failed, 5 passed')
    expect(facts().map(({ test }) => [test.name, test.hasFailed])).toEqual([
      [sells, false],
      [`${sells} (the test of this name number 2)`, false],
      [`${sells} (the test of this name number 3)`, true],
      [`${sells} (the test of this name number 4)`, false],
      ['test_a.py > TestSales > test_sells[EUR]', false],
      ['test_a.py > test_buys', false],
    ])
    expect(facts().every(({ test }) => Number.isInteger(test.milliseconds))).toBe(true)
  },
  60_000,
)

describe('the reporter of Playwright', () => {
  interface PlaywrightTest {
    readonly id: string
    readonly expectedStatus: string
    readonly location: { readonly file: string }
    readonly titlePath: () => string[]
  }
  interface Reporter {
    readonly onBegin: (config: { readonly workers: number; readonly projects: readonly object[] }) => void
    readonly onTestBegin: (test: PlaywrightTest) => void
    readonly onTestEnd: (test: PlaywrightTest, result: { readonly status: string }) => void
  }
  const testOf = (title: string, expectedStatus = 'passed', project = ''): PlaywrightTest => ({
    id: `${project}${title}`,
    expectedStatus,
    location: { file: join(process.cwd(), 'e2e/a.spec.ts') },
    titlePath: () => ['', project, 'a.spec.ts', 'shop', title],
  })

  /** The name at hand in each test, and the ends that are told, of tests with their statuses. */
  function told(tests: readonly (readonly [PlaywrightTest, string])[], workers = 1, projects = 1) {
    const { folder, facts } = factFolder()
    vi.stubEnv('ACCOUNTING_MUTANT_FACTS', folder)
    vi.stubEnv('PW_TEST_REPORTER', '')
    const { PW_TEST_REPORTER = '' } = playwrightVariables(folder)
    const OwnReporter: new () => Reporter = createRequire(import.meta.url)(PW_TEST_REPORTER)
    const reporter = new OwnReporter()
    const file = join(folder, 'test-at-hand')
    const atHand: (string | undefined)[] = []
    const look = () => void atHand.push(existsSync(file) ? readFileSync(file, 'utf8') : undefined)
    reporter.onBegin({ workers, projects: Array.from({ length: projects }, () => ({})) })
    for (const [test, status] of tests) {
      reporter.onTestBegin(test)
      look()
      reporter.onTestEnd(test, { status })
    }
    look()
    return {
      atHand,
      ends: facts().map(({ test: { id, name, file: own, hasFailed } }) => [id, name, own, hasFailed]),
    }
  }

  const FILE = 'e2e/a.spec.ts'
  const NAME = `${FILE} > shop > sells`

  it.each<[string, PlaywrightTest, readonly string[], readonly boolean[]]>([
    ['a green one', testOf('sells'), ['passed'], [false]],
    ['a red one', testOf('sells'), ['failed'], [true]],
    ['one that took too long', testOf('sells'), ['timedOut'], [true]],
    ['one that is tried again', testOf('sells'), ['failed', 'passed'], [true, false]],
    ['one that is skipped', testOf('sells'), ['skipped'], [false]],
    ['one that should fail and does (test.fail)', testOf('sells', 'failed'), ['failed'], [false]],
    ['one that should fail and is green', testOf('sells', 'failed'), ['passed'], [true]],
  ])('tells the test at hand, and its end: %s', (_, test, statuses, failed) => {
    const { atHand, ends } = told(statuses.map((status) => [test, status] as const))
    expect(atHand).toEqual([...statuses.map(() => NAME), undefined])
    expect(ends).toEqual(failed.map((one) => ['sells', NAME, FILE, one]))
  })

  it('names the project where there are two', () => {
    const { ends } = told([[testOf('sells', 'passed', 'webkit'), 'passed']], 1, 2)
    expect(ends).toEqual([['webkitsells', `${NAME} (webkit)`, FILE, false]])
  })

  it('tells nothing of two workers side by side', () => {
    expect(told([[testOf('sells'), 'failed']], 2)).toEqual({ atHand: [undefined, undefined], ends: [] })
  })

  it('leaves a reporter in peace that somebody else has put there', () => {
    const { folder } = factFolder()
    vi.stubEnv('PW_TEST_REPORTER', join(folder, 'own.js'))
    expect(playwrightVariables(folder)).toEqual({})
  })
})
