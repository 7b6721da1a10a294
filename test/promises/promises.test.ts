import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { promises } from './all'

/** A file for each, so that they run side by side. */
it.each(Object.keys(promises))('%s has a test file over the whole catalogue', (name) => {
  const file = `./${name.replaceAll(' ', '-')}.test.ts`
  expect(existsSync(fileURLToPath(new URL(file, import.meta.url))), file).toBe(true)
})
