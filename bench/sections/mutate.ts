import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { MutateReport } from '../../src/command/mutate/report'
import { BUILT } from '../built-path'
import { figureLine } from '../report'

/** `accounting-simulator mutate` over a suite of vitest, against one run of that suite. Its reports must be equal. */
const REPORTS = 10

const folder = join(BUILT, '../../mutate')
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')
const command = [process.execPath, vitest, 'run']

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// Without a package of its own, its imports of `accounting-simulator` would mean this project.
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
writeFileSync(
  join(folder, 'vitest.config.mjs'),
  `import { appendFileSync } from 'node:fs'
appendFileSync('runs.txt', '.')
export default { test: { include: ['*.test.ts'] } }
`,
)
writeFileSync(
  join(folder, 'client.test.ts'),
  `import { useSimulator } from 'accounting-simulator/vitest'
import { expect, it } from 'vitest'
const simulator = useSimulator()
async function ask(method: string, path: string, body?: object, key?: string) {
  const headers = {
    ...{ 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
    ...(key !== undefined && { 'Idempotency-Key': key }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const url = simulator.baseUrl + '/public/v1/' + path
  const response = await fetch(url, init).catch(() => fetch(url, init))
  expect(response.ok).toBe(true)
  return response.json()
}
const day = { date: '2026-01-15', company_id: 1, currency_iso_4217_code: 'USD', exchange_rate: '1' }
const line = (items: object[]) => ({ items })
const DOCUMENTS = {
  invoices: { ...day, due_date: '2026-02-01', customer_id: 1, reference_number: 'A-1', memo: 'm',
    ...line([{ item_id: 1, quantity: '3', rate: '20.00' }]) },
  bills: { ...day, due_date: '2026-02-01', vendor_id: 1, reference_number: 'B-1', memo: 'm',
    ...line([{ item_id: 1, quantity: '3', rate: '20.00' }]) },
  customers: { name: 'Acme', email: 'a@acme.example', unique_id: 'C-1', phone: '1', website: '', address: 'Pier 1',
    country: 'US' },
}
for (const [name, body] of Object.entries(DOCUMENTS)) {
  it('makes one of ' + name, async () => {
    await ask('POST', name + '/', body, 'key')
    expect(simulator).toHaveReceived('POST /public/v1/' + name + '/', body)
    expect(simulator.traffic).toHaveLength(1)
  })
  it('makes one of ' + name + ' where the answer is lost', async () => {
    simulator.faults.inject({ on: 'POST /public/v1/' + name + '/', then: { loseResponse: true } })
    await ask('POST', name + '/', body, 'key')
    expect(simulator).toHaveNoDuplicates()
  })
  it('reads ' + name, async () => {
    expect(await ask('GET', name + '/?search=nobody')).toMatchObject({ items: [] })
  })
}
`,
)

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
)

function ran(
  [program = '', ...words]: readonly string[],
  statuses: readonly number[] = [0],
): {
  readonly out: string
  readonly seconds: number
} {
  const start = performance.now()
  const { stdout, stderr, status } = spawnSync(program, words, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  })
  if (!statuses.includes(status ?? -1)) throw new Error(`${words.join(' ')}: ${status}\n${stdout}${stderr}`)
  return { out: stdout, seconds: (performance.now() - start) / 1000 }
}

const mutate = (): ReturnType<typeof ran> & { readonly report: MutateReport } => {
  const program = join(BUILT, 'node-command.js')
  const { out, seconds } = ran([process.execPath, program, 'mutate', '--json', '-', '--', ...command], [0, 1])
  return { out, seconds, report: JSON.parse(out) as MutateReport }
}

console.log('\naccounting-simulator mutate over nine tests of vitest; elapsed time, and runs of the tests')
figureLine('one run of the tests  ', Math.min(...[1, 2, 3].map(() => ran(command).seconds)), 's')
const runs = join(folder, 'runs.txt')
writeFileSync(runs, '')
const { seconds, report } = mutate()
const count = report.mutants.length
const played = readFileSync(runs).length
figureLine(`all of ${count} bugs         `, seconds, 's')
figureLine('runs of the tests     ', played, '')
const BARE = 3
figureLine('for 40 bugs           ', BARE + ((played - BARE) * 40) / count, 'runs', 45)

const timeless = ({ suite, ...rest }: MutateReport): string =>
  JSON.stringify({ ...rest, suite: { ...suite, seconds: 0 } })
const others = Array.from({ length: REPORTS - 1 }, () => timeless(mutate().report))
const different = new Set([timeless(report), ...others]).size
figureLine(`different ones of ${REPORTS} reports`, different, '', 1)
if (different > 1) process.exitCode = 1
