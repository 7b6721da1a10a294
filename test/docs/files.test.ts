import { beforeAll, describe, expect, test } from 'vitest'
import { programErrors } from '../types/language'
import { EXAMPLES } from './pages'
import { type Run, runFiles } from './run-files'

let run: Run
beforeAll(async () => {
  run = await runFiles(EXAMPLES)
}, 600_000)

/** The names that a page takes for granted are not all used by each of its examples. */
const IS_UNUSED =
  /is declared but its value is never read|All destructured elements are unused|is declared but never used|imports in import declaration are unused/

describe.each(EXAMPLES)('$file', ({ file, run: whole }) => {
  test('passes', () => {
    const result = run.files.find(({ name }) => name.endsWith(`/${file}`))
    const failures = result?.assertionResults.flatMap(({ failureMessages }) => failureMessages)
    expect(failures, run.printed).toEqual([])
    expect(result?.assertionResults.length, run.printed).toBeGreaterThan(0)
  })

  test('compiles', () => {
    const errors = programErrors(whole)
    expect(errors.filter((error) => !IS_UNUSED.test(error))).toEqual([])
  }, 180_000)
})
