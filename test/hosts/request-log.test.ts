import { createSimulator } from 'accounting-simulator'
import { expect, it } from 'vitest'
import { paintFor } from '../../src/command/colours'
import { requestLog } from '../../src/command/serve-command'

const RED = '\u001B[31m'
const YELLOW = '\u001B[33m'
const GREEN = '\u001B[32m'

/** The log of an answer of each class, and of one that was lost. */
async function logged(isTTY: boolean, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const simulator = createSimulator()
  const lines: string[] = []
  const tell = requestLog(simulator, (line) => lines.push(line), paintFor({ isTTY }, env))
  const ask = (path: string) =>
    simulator.fetch(path, { headers: { 'X-API-KEY': simulator.apiKey } }).catch(() => undefined)
  simulator.faults.inject({ on: 'GET /public/v1/items/', then: { status: 503 } })
  simulator.faults.inject({ on: 'GET /public/v1/bills/', then: { networkError: true } })
  for (const path of ['invoices/', 'invoices/9/', 'items/', 'bills/']) await ask(`/public/v1/${path}`)
  tell()
  return lines
}

it('the log of a terminal has the class of a status as its colour', async () => {
  const colours = (await logged(true, {})).map((line) =>
    [RED, YELLOW, GREEN].find((colour) => line.includes(colour)),
  )
  expect(colours).toEqual([GREEN, YELLOW, RED, RED])
})

it.each([
  ['a pipe', false, {}],
  ['NO_COLOR', true, { NO_COLOR: '1' }],
] as const)('has no colours for %s', async (_, isTTY, env) => {
  const lines = await logged(isTTY, env)
  expect(lines).toHaveLength(4)
  expect(lines.join('')).not.toContain('\u001B')
})

it('an empty NO_COLOR forbids nothing', async () => {
  expect((await logged(true, { NO_COLOR: '' })).join('')).toContain(GREEN)
})
