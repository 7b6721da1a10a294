import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { afterAll, expect, test } from 'vitest'
import { assumptions } from './assumptions'
import { record } from './record'

const folder = mkdtempSync(join(tmpdir(), 'record-traffic-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a recording holds every exchange and no key, and names the assumptions', async () => {
  const file = join(folder, 'session.jsonl')
  const apiKey = 'a-key-that-is-secret'
  const service = createSimulator({ assumptions, apiKeys: [{ key: apiKey }] })
  await record(file, { baseUrl: service.baseUrl, apiKey, fetch: service.fetch })
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(apiKey)
  expect(text.trim().split('\n')).toHaveLength(service.traffic.length)
  expect((await replay(text)).assumptions).toEqual(assumptions)
})
