import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'
import { sampled } from '../support/thorough'

const folder = temporaryFolder()
const script = fileURLToPath(new URL('under-zone.ts', import.meta.url))
beforeAll(() => bundlePrograms(folder, { 'under-zone': script }), 60_000)

const ZONES = [
  ['UTC', '0'],
  ['America/New_York', '300'],
  ['Asia/Kolkata', '-330'],
] as const

test('the host lives in any zone', { timeout: 120_000 }, async () => {
  const outputs: string[] = []
  for (const [zone, offset] of sampled(ZONES, 2)) {
    const options = { env: { ...process.env, TZ: zone, NODE_OPTIONS: '' }, maxBuffer: 2 ** 26 }
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'under-zone.js')], options)
    const [told, ...output] = stdout.split('\n')
    expect(told).toBe(offset)
    outputs.push(output.join('\n'))
  }
  expect(outputs[0]?.length).toBeGreaterThan(10_000)
  expect(new Set(outputs).size).toBe(1)
})
