import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../examples/curl-storm/storm.sh', import.meta.url))

test('a client made of curl lives through a storm that it scripts itself', async () => {
  const simulator = createSimulator()
  const server = await serve(simulator, { controls: true })
  try {
    const env = { ...process.env, SIMULATOR_URL: server.url }
    const { stdout } = await promisify(execFile)('bash', [SCRIPT], { env })
    const lines = stdout.split('\n')
    expect(lines.slice(0, 7)).toEqual([
      'The storm is armed.',
      '  429, come back in 20 seconds',
      '  429, come back in 20 seconds',
      '  429, come back in 20 seconds',
      'answered 200 after 4 tries',
      'What has not been hit:',
      '[]',
    ])
    expect(stdout).toContain('fault 1: status 429')
    expect(simulator.clock.now).toBe('2026-01-15T09:01:00.000Z')
    expect(simulator.traffic.map(({ response }) => response?.status)).toEqual([429, 429, 429, 200])
  } finally {
    await server.close()
  }
})
