import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FOLDER, recordTypeFiles } from './record-types/files'

/**
 * Writes the published types of all record types (`npm run types`). A file that is right stays as it is, for those who
 * read it meanwhile.
 */
const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))
const files = recordTypeFiles()
const left = existsSync(pathOf(FOLDER))
  ? readdirSync(pathOf(FOLDER), { recursive: true, encoding: 'utf8' })
  : []
for (const name of left) {
  const file = join(FOLDER, name)
  if (/\.\w+$/.test(file) && !files.has(file)) rmSync(pathOf(file))
}
for (const [file, text] of files) {
  const path = pathOf(file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
console.log(`${files.size} files`)
