import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../examples/python/', import.meta.url))
const isPythonInstalled = spawnSync('python3', ['--version']).status === 0

test.runIf(process.env.CI)('python is there in continuous integration', () => {
  expect(isPythonInstalled).toBe(true)
})

test.runIf(isPythonInstalled)('the tests of a client in Python pass', async () => {
  const server = await serve(createSimulator(), { controls: true })
  try {
    const env = { ...process.env, SIMULATOR_URL: server.url, PYTHONDONTWRITEBYTECODE: '1' }
    const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', '-v'], { cwd: FOLDER, env })
    expect(stderr).toMatch(/Ran 3 tests in .*\n\nOK\n$/)
    expect(stderr).toContain('test_a_lost_response_makes_no_second_invoice')
  } finally {
    await server.close()
  }
})
