import { beforeAll, describe, expect, test } from 'vitest'
import { programErrors } from '../types/language'
import { examplesOf, PAGES_OF_FILES } from './pages'
import { type Run, runFiles } from './run-files'

const examples = PAGES_OF_FILES.flatMap(examplesOf)
let run: Run
beforeAll(async () => {
  run = await runFiles(examples)
}, 240_000)

describe.each(examples)('$file', ({ file, code }) => {
  test('passes', () => {
    const result = run.files.find(({ name }) => name.endsWith(`/${file}`))
    const failures = result?.assertionResults.flatMap(({ failureMessages }) => failureMessages)
    expect(failures, run.printed).toEqual([])
    expect(result?.assertionResults.length, run.printed).toBeGreaterThan(0)
  })

  test('compiles', () => {
    expect(programErrors(code)).toEqual([])
  }, 180_000)
})
