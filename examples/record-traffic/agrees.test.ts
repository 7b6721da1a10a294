import { readFileSync } from 'node:fs'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { assumptions } from './assumptions'

const recording = readFileSync(new URL('service-2026-05.jsonl', import.meta.url), 'utf8')

test('our simulator still agrees with the service of May', async () => {
  const report = await replay(recording, { assumptions })
  expect(report.differences, String(report)).toEqual([])
})
