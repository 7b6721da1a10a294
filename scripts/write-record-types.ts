import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FOLDER, recordTypeFiles } from './record-types/files'

/** Writes the published types of all record types (`npm run types`). */
const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))
const files = recordTypeFiles()
rmSync(pathOf(FOLDER), { recursive: true, force: true })
for (const [file, text] of files) {
  mkdirSync(dirname(pathOf(file)), { recursive: true })
  writeFileSync(pathOf(file), text)
}
console.log(`${files.size} files`)
