import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { expect, it } from 'vitest'
import { JoinedFacts } from '../../src/tools/coverage/joined-facts'
import { offerOf } from '../../src/tools/coverage/operations'
import { coverageReport } from '../../src/tools/coverage/report'
import { coverageText } from '../../src/tools/coverage/report-text'
import { RunningService } from '../../src/tools/coverage/running-service'
import { InstalledRoom } from '../support/installed'
import { sampled } from '../support/thorough'

const LIST = 'GET /public/v1/customers/'

it('a service that was started anew counts from there on, and the report says so', async () => {
  const met = (what: string, times: number) => ({
    ...{ dimension: 'statuses', operation: LIST, what, source: 'test', by: null },
    ...{ times, last: times },
  })
  // The new process has met more of everything than the old one.
  const told = [
    { process: '1', moment: 2, facts: [met('200', 2)] },
    { process: '2', moment: 5, facts: [met('200', 5)] },
  ]
  const server = createServer((_, answer) => void answer.end(JSON.stringify(told.shift()))).listen(0)
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const joined = new JoinedFacts()
  const notCounted = await (await RunningService.open(url)).addTo(joined)
  server.close()
  expect(joined.all.map(({ what, times }) => [what, times])).toEqual([['200', 5]])
  expect(notCounted).toEqual([`the service at ${url}, before it was started anew`])
})

const TESTED = `
  import { useSimulator } from 'accounting-simulator/vitest'
  import { createSimulator } from 'accounting-simulator'
import { expect, it } from 'vitest'
  const simulator = useSimulator()
  it('meets a storm', async () => {
    const headers = { 'X-API-KEY': simulator.apiKey }
    const list = () => fetch(simulator.baseUrl + '/public/v1/customers/', { headers })
    expect((await list()).status).toBe(200)
    simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 1 } })
    for (let i = 0; i < 3; i += 1) expect((await list()).status).toBe(429)
  })`

it.each(sampled([true, false], 2))(
  'the reporter tells of each run alone (isolate: %s), and of each vitest',
  {
    timeout: 120_000,
  },
  async (isolate) => {
    const room = await InstalledRoom.open(['vitest', 'msw'])
    const folder = room.project({
      'a.test.ts': TESTED,
      'vitest.config.mts': `export default { test: { isolate: ${isolate}, maxWorkers: 1, reporters: [
      'accounting-simulator/vitest-reporter'] } }`,
      'runs.mjs': `import { startVitest } from 'vitest/node'
      const watching = await startVitest('test', [], { watch: true })
      await watching.rerunFiles()
      await watching.close()
      await (await startVitest('test', [], { watch: false })).close()`,
    })
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, ['runs.mjs'], { cwd: folder, env })
    expect(stdout.match(/GET .*customers\/ {2}200 .*/g)).toEqual(Array(3).fill(`${LIST}  200 ×1, 429 ×3`))
    expect(stdout.match(/misfortunes: .*/g)).toEqual(Array(3).fill('misfortunes: 2 of 9 met (22 %)'))
  },
)

it('a runner that kills its workers and exits while they still work, as jest --forceExit does, loses no fact', async () => {
  const room = await InstalledRoom.open()
  const folder = room.project({
    'worker.mjs': `import { createSimulator } from 'accounting-simulator'
      const { fetch, apiKey } = createSimulator()
      for (let i = 0; i < 5; i += 1) await fetch('/public/v1/customers/', { headers: { 'X-API-KEY': apiKey } })
      process.send('done')
      setInterval(() => undefined, 1000)`,
    'main.mjs': `import { fork } from 'node:child_process'
      import { once } from 'node:events'
      const workers = ['SIGTERM', 'SIGKILL'].map((signal) => ({ signal, worker: fork('worker.mjs') }))
      await Promise.all(workers.map(({ worker }) => once(worker, 'message')))
      setInterval(() => undefined, 1000)
      for (const { worker, signal } of workers) worker.kill(signal)
      process.exit(0)`,
  })
  const words = [room.command, 'coverage', '--', process.execPath, 'main.mjs']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder })
  expect(stdout).toContain(`${LIST}  200 ×10`)
}, 60_000)

const noted = () => {
  const joined = new JoinedFacts()
  const note = (dimension: string, operation: string, what: string) =>
    joined.add({ dimension, operation, what, source: 'test', by: null })
  return { joined, note }
}

it('a missing test names the other operations that lack it', () => {
  const { joined, note } = noted()
  const [first, ...others] = ['customers', 'bills', 'invoices'].map((name) => `POST /public/v1/${name}/`)
  for (const operation of [first as string, ...others]) note('statuses', operation, '201')
  const report = coverageReport(joined, offerOf(createSimulator()), [])
  expect(report.missing[0]).toMatchObject({ what: 'lost answer', operation: first, also: others })
  expect(coverageText(report)).toContain(`     likewise: ${others.join(', ')}\n`)
})

/** Facts that a program of customers has met, and the things that its report names first. */
it.each<[met: readonly string[], missing: readonly string[]]>([
  [[], ['POST lost answer', 'POST rate limit', 'POST no connection']],
  [
    ['misfortunes lost answer', 'misfortunes storm', 'repeats replayed'],
    ['POST no connection', 'GET second page', 'POST 422'],
  ],
  // A 503 tells how the client takes a lost connection; the registration of a webhook comes last.
  [
    [
      'misfortunes lost answer',
      'misfortunes storm',
      'misfortunes unavailable',
      'repeats replayed',
      'webhooks received',
    ],
    ['GET second page', '* twice', '* failure and retry'],
  ],
  // What an attacker can do on purpose comes before what only happens as often.
  [
    [
      ...['misfortunes lost answer', 'misfortunes storm', 'misfortunes unavailable', 'repeats replayed'],
      ...[
        'webhooks received',
        'webhooks twice',
        'webhooks failure and retry',
        'pages second page',
        'statuses 422',
      ],
    ],
    ['* wrong signature', 'POST rotated key', 'GET drift'],
  ],
])('with %j met, the most valuable missing tests are %j', (met, missing) => {
  const { joined, note } = noted()
  for (const operation of [LIST, 'POST /public/v1/customers/']) note('statuses', operation, '200')
  if (met.includes('webhooks received')) note('statuses', 'POST /public/v2/webhooks/', '201')
  for (const one of met) {
    const [dimension = '', ...what] = one.split(' ')
    const of = { webhooks: '', pages: LIST }[dimension] ?? 'POST /public/v1/customers/'
    note(dimension, of, what.join(' '))
  }
  const report = coverageReport(joined, offerOf(createSimulator()), [])
  expect(
    report.missing.map(
      ({ operation, what }) => `${operation.replace(/^DELIVERY /, '').split(' ')[0]} ${what}`,
    ),
  ).toEqual(missing)
})
