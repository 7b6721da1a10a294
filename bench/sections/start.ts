import { execFileSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BUILT } from '../built-path'
import type { Timing } from '../harness'
import { report } from '../report'

/**
 * Processor time of the start of a test file before its first test. Each figure is from a process of its own with
 * cached files.
 */
const PROCESSES = 11

const main = JSON.stringify(pathToFileURL(`${BUILT}index.js`).href)
const mswEntry = JSON.stringify(pathToFileURL(`${BUILT}msw.js`).href)
const create = `const { createSimulator } = await import(${main}); `
const clock = 'const begin = process.cpuUsage(); '

const PROGRAMS: Record<string, string> = {
  'msw and msw/node': `${clock}await import('msw'); await import('msw/node'); `,
  'import alone': `${clock}await import(${main}); `,
  'createSimulator() alone': `${create}${clock}createSimulator(); `,
  'import and createSimulator()': `${clock}${create}createSimulator(); `,
  'import, createSimulator() and a first POST and GET of an invoice': `${clock}${create}
    const { records } = createSimulator();
    records.invoices.get(records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1,
      memo: '', currency_iso_4217_code: 'USD', exchange_rate: '1',
      items: [{ item_id: 1, quantity: '1', rate: '10', position: 1 }] }).number); `,
  'msw, msw/node and the simulator behind them': `${clock}await import('msw'); await import('msw/node');
    const { handlers } = await import(${mswEntry}); ${create}handlers(createSimulator()); `,
}

const root = fileURLToPath(new URL('../../', import.meta.url))

function microseconds(program: string): number {
  const text = `${program}const { user, system } = process.cpuUsage(begin); console.log(user + system)`
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', text], { cwd: root })
  return Number(told)
}

const timings: Timing[] = Object.keys(PROGRAMS).map((name) => ({ name, rounds: [] }))
for (let round = -1; round < PROCESSES; round += 1)
  for (const { name, rounds } of timings) {
    const taken = microseconds(PROGRAMS[name] ?? '')
    if (round >= 0) (rounds as number[]).push(taken) // the first round only fills the disk cache
  }

const [msw] = timings
report(
  'cold start, fresh processes',
  timings.map((timing) =>
    timing === msw
      ? { timing }
      : {
          timing,
          ...(msw && { against: msw }),
          ...(timing.name === 'import and createSimulator()' && { aim: 0.5 }),
        },
  ),
)
