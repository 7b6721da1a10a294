import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'

const folder = mkdtempSync(join(tmpdir(), 'accounting-simulator-'))
afterAll(() => rmSync(folder, { recursive: true }))
const isPythonInstalled = spawnSync('python3', ['--version']).status === 0

test.runIf(process.env.CI)('python is there in continuous integration', () => {
  expect(isPythonInstalled).toBe(true)
})

test.runIf(isPythonInstalled)(
  'the tests of a client in Python pass, and the command that they start ends with them',
  { timeout: 60_000 },
  async () => {
    cpSync(fileURLToPath(new URL('../../examples/python/', import.meta.url)), folder, { recursive: true })
    await bundlePrograms(join(folder, 'node_modules/accounting-simulator/dist'), commands)
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
    const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', '-v'], { cwd: folder, env })
    expect(stderr).toMatch(/Ran 3 tests in .*\n\nOK\n$/)
    expect(stderr).toContain('test_a_lost_response_makes_no_second_invoice')
  },
)
