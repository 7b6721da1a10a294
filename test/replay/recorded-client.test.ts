import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AssumptionOverrides, createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'

const CLIENT = fileURLToPath(new URL('recorded-client.mjs', import.meta.url))

const sets: AssumptionOverrides[] = [
  {},
  { 'list-body': 'bare-array', 'approval-values': 'approved-without-policy' },
]

test.each(sets)(
  'a typed client of another process, recorded by node-fetch-har: %j',
  { timeout: 120_000 },
  async (assumptions) => {
    const service = createSimulator({ clock: 'live', assumptions })
    const server = await serve(service)
    const { stdout } = await promisify(execFile)(process.execPath, [CLIENT, server.url, service.apiKey])
    await server.close()
    service[Symbol.dispose]()
    const report = await replay(stdout)
    expect(report.exchanges).toBe(5)
    expect(report.origin).toBe(server.url)
    expect(report.unexplained).toEqual([])
    expect(report.assumptions).toEqual(assumptions)
  },
)
