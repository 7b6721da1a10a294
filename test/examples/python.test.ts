import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'

const room = temporaryFolder()
const folder = join(room, 'tests', 'python')
const has = (module: string): boolean => spawnSync('python3', ['-c', `import ${module}`]).status === 0
const isPythonInstalled = has('unittest')
const isPytestInstalled = has('pytest')

beforeAll(async () => {
  cpSync(fileURLToPath(new URL('../../examples/python/', import.meta.url)), folder, { recursive: true })
  // The package is found in a folder above, too.
  await bundlePrograms(join(room, 'node_modules/accounting-simulator/dist'), commands)
}, 60_000)

const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }

/** Everything that Python printed, and its exit status. */
function python(...args: string[]): Promise<{ printed: string; status: unknown }> {
  return new Promise((resolve) => {
    execFile('python3', args, { cwd: folder, env }, (error, out, err) =>
      resolve({ printed: out + err, status: error?.code ?? 0 }),
    )
  })
}

/** A client that repeats a write under another key makes two invoices. */
const FAILING = `
        self.world.inject({"on": CREATE, "then": {"loseResponse": True}})
        for _ in range(2):
            Invoices(self.world.base_url, self.world.api_key, self.world.sleep).create(INVOICE)
        self.world.expect("toHaveNoDuplicates", by="reference_number")
`

test.runIf(process.env.CI)('python is there in continuous integration', () => {
  expect(isPythonInstalled).toBe(true)
})

describe.runIf(isPythonInstalled)('examples/python', { timeout: 60_000 }, () => {
  test('the tests of a client in Python pass, and the command that they start ends with them', async () => {
    const { printed, status } = await python('-m', 'unittest', '-v')
    expect(printed).toMatch(/Ran 4 tests in .*\n\nOK\n$/)
    expect(printed).toContain('test_a_lost_response_makes_no_second_invoice')
    expect(status).toBe(0)
  })

  test.runIf(isPytestInstalled)('they pass with pytest, too, and each has a world of its own', async () => {
    const { printed } = await python('-m', 'pytest', '-p', 'no:cacheprovider')
    expect(printed).toContain('6 passed')
  })

  test('a test that passes and leaves something undone fails with the words of useSimulator', async () => {
    const tests = (world: string, indent: string) =>
      `${indent}${world}.inject({"on": CREATE, "then": {"status": 503}})`
    const undone =
      'the test leaves things undone:\n  fault 1 on POST /public/v1/invoices/ hit nothing: {"status":503}; ' +
      'if that is meant, clear it in the test'
    writeFileSync(
      join(folder, 'undone_unittest.py'),
      `import unittest
from accounting_simulator import WorldTestCase, request, world
from invoices import Invoices
from test_invoices import CREATE, INVOICE

class Undone(WorldTestCase):
    def test_leaves_a_fault(self):
${tests('self.world', '        ')}

    def test_leaves_its_fork(self):
        self.world.inject({"on": "GET /public/v1/invoices/", "then": {"status": 503}})
        elsewhere = world()
        Invoices(elsewhere.base_url, elsewhere.api_key, self.world.sleep).create(INVOICE)

    def test_waits_in_real_time(self):
        self.world.inject({"on": CREATE, "then": {"status": 429, "retryAfter": 30}})
        for _ in range(2):
            headers = {"X-API-KEY": self.world.api_key, "Idempotency-Key": "R-7"}
            request("POST", self.world.base_url + "/public/v1/invoices/", INVOICE, headers)
        self.world.expect("toHaveHonouredRetryAfter")

    def test_says_only_why_it_failed(self):
${tests('self.world', '        ')}
        self.fail("by itself")

    def test_is_skipped(self):
        self.world.inject({"on": CREATE, "then": {"status": 503}})
        self.skipTest("half way")

    def test_ends_in_its_tear_down(self):
        self.world.inject({"on": CREATE, "then": {"status": 503}})
        self.clears = True

    def tearDown(self):
        if getattr(self, "clears", False):
            self.world.control("DELETE", "/faults")
`,
    )
    const { printed, status } = await python('-m', 'unittest', 'undone_unittest.Undone')
    expect(status).toBe(1)
    expect(printed).toContain(`AssertionError: ${undone}\nWhat the service saw:\n`)
    expect(printed).toContain('FAILED (failures=4, skipped=1)')
    expect(printed).toMatch(
      /\n {2}the fork got no request, and the world that it was made of got \d+, the first one \S+ \/public\/v1\/invoices\//,
    )
    expect(printed).toContain(
      'let its pauses move the clock, by POST /__simulator/clock/advance or world.sleep in Python',
    )
    expect(printed).not.toContain('useSimulator')
    expect(printed.split(undone)).toHaveLength(2)
    if (!isPytestInstalled) return
    writeFileSync(
      join(folder, 'undone_pytest.py'),
      `from test_invoices import CREATE

def test_leaves_a_fault(world):
${tests('world', '    ')}
`,
    )
    const { printed: told } = await python('-m', 'pytest', '-p', 'no:cacheprovider', 'undone_pytest.py')
    expect(told).toContain(undone)
    expect(told).toContain('What the service saw')
    expect(told).toContain('1 failed')
  })

  test('the message of a failing test has the timeline', async () => {
    writeFileSync(
      join(folder, 'failing_unittest.py'),
      `import unittest
from accounting_simulator import WorldTestCase
from invoices import Invoices
from test_invoices import CREATE, INVOICE

class Failing(WorldTestCase):
    def test_fails(self):${FAILING}
`,
    )
    const { printed, status } = await python('-m', 'unittest', 'failing_unittest.Failing')
    expect(status).toBe(1)
    expect(printed).toContain('made 2 times')
    expect(printed).toMatch(
      /What the service saw:\n[\s\S]*#1 POST \/public\/v1\/invoices\/ .* the response was lost/,
    )
    if (!isPytestInstalled) return
    writeFileSync(
      join(folder, 'failing_pytest.py'),
      `from invoices import Invoices
from test_invoices import CREATE, INVOICE

def test_fails(world):${FAILING.replaceAll('self.world', 'world').replaceAll('\n        ', '\n    ')}
`,
    )
    const report = await python('-m', 'pytest', '-p', 'no:cacheprovider', 'failing_pytest.py')
    expect(report.printed).toMatch(
      /What the service saw -+\n[\s\S]*#1 POST \/public\/v1\/invoices\/ .* was lost/,
    )
  })

  test('the command ends within a second of its tests, also if they are killed', async () => {
    const program = `
import accounting_simulator, sys, threading, time, urllib.request
world = accounting_simulator.world()
world.inject({"then": {"delay": "1 hour"}})
held = threading.Thread(target=lambda: accounting_simulator.request("GET", world.base_url + "/public/v1/terms/"))
held.start()
print(world.base_url, flush=True)
time.sleep(600)`
    const tests = spawn('python3', ['-c', program], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(tests.stdout, 'data')
    const url = String(line).trim()
    expect((await fetch(`${url}/__simulator/clock`)).status).toBe(200)
    const killed = performance.now()
    tests.kill('SIGKILL')
    const isServed = () =>
      fetch(`${url}/__simulator/clock`).then(
        () => true,
        () => false,
      )
    await expect.poll(isServed, { timeout: 5000, interval: 50 }).toBe(false)
    expect(performance.now() - killed).toBeLessThan(1000)
  })

  const FAULT = '{"on": "GET /public/v1/items/", "then": {"status": 503}}'
  const ASK = 'request("GET", shared.base_url + "/public/v1/items/")'
  test.each<[string, string, number]>([
    ['a fault of a test that forgot its own world', `shared.inject(${FAULT})`, 1],
    ['a fault that hit', `shared.inject(${FAULT}); ${ASK}`, 0],
    ['a fault that was cleared', `shared.inject(${FAULT}); shared.control("DELETE", "/faults")`, 0],
    ['requests and records alone', `shared.make("invoice"); ${ASK}`, 0],
    [
      'a fault that hit in a fork alone',
      `shared.inject(${FAULT})
with shared.fork() as own:
    request("GET", own.base_url + "/public/v1/items/")`,
      0,
    ],
  ])('in the world that tests share, the end of the process tells %s: %#', async (_, work, lines) => {
    const program = `from accounting_simulator import request, world\nshared = world()\n${work}`
    const { printed, status } = await python('-c', program)
    const told = 'left in the world that tests share: fault 1 on GET /public/v1/items/ hit nothing'
    expect([printed.split(told).length - 1, status]).toEqual([lines, 0])
    if (lines === 0) expect(printed).toBe('')
  })

  test.each([
    [
      'import accounting_simulator; accounting_simulator.world("--sead", "1")',
      'there is no option --sead, perhaps --seed',
    ],
    [
      'import os; import accounting_simulator; os.chdir("/"); accounting_simulator.world()',
      'npm install accounting-simulator: it is in no node_modules',
    ],
    [
      'import accounting_simulator; accounting_simulator.world().inject({"then": {"statsu": 1}})',
      'perhaps status',
    ],
  ])('%s: %s', async (program, message) => {
    const { printed, status } = await python('-c', program)
    expect(status).toBe(1)
    expect(printed).toContain(message)
  })
})
