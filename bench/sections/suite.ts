import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSimulator } from '../built'
import type { Timing } from '../harness'
import { report } from '../report'
import { fill } from '../worlds'

/** A suite in a fresh process, with the simulator and with handlers over Maps, in turn. */
const PROCESSES = 5

const program = fileURLToPath(new URL('../suite-process.ts', import.meta.url))
const [maps, simulator, measured]: [Timing, Timing, Timing] = [
  { name: 'hand-written Maps', rounds: [] },
  { name: 'simulator', rounds: [] },
  { name: 'simulator, under coverage', rounds: [] },
]
const facts = mkdtempSync(join(tmpdir(), 'accounting-bench-'))
for (let round = 0; round < PROCESSES; round += 1)
  for (const [behind, { rounds }] of [
    ['maps', maps],
    ['simulator', simulator],
    ['simulator', measured],
  ] as const) {
    const env = { ...process.env, ...(rounds === measured.rounds && { ACCOUNTING_COVERAGE: facts }) }
    const printed = execFileSync(process.execPath, [...process.execArgv, program, behind], { env })
    ;(rounds as number[]).push(Number(printed) * 1000)
  }
report('A suite of 1,000 tests in a fresh process, each with a new world behind msw; processor time', [
  { timing: maps },
  { timing: simulator, against: maps, aim: 1.4 },
  { timing: measured, against: simulator, aim: 1.03 },
])
if (readdirSync(facts).length !== PROCESSES) throw new Error('a process noted no facts')
rmSync(facts, { recursive: true })

/** What `useSimulator` does for each test, in a world that was arranged before the tests. */
const INVOICES_OF_6_MB = 1900
const { simulator: arranged } = fill(createSimulator({ rateLimits: false }), INVOICES_OF_6_MB)
const begin = process.hrtime.bigint()
const milliseconds = (): number => Number(process.hrtime.bigint() - begin) / 1e6
const empty = Array.from({ length: 50 }, () => {
  const start = milliseconds()
  const fork = arranged.fork({ wiring: 'own' })
  if (fork.faults.unfired().length + fork.books.check().length > 0) throw new Error('the books are broken')
  fork[Symbol.dispose]()
  return milliseconds() - start
})
const [first = 0, ...others] = empty
const megabytes = JSON.stringify(arranged.export()).length / 1e6
console.log(`\nAn empty test on a world of ${megabytes.toFixed(1)} MB`)
console.log(`  the first        ${first.toFixed(1)} ms, with the check of what was arranged`)
console.log(`  the others   <=  ${Math.max(...others).toFixed(1)} ms, aim 10`)
