import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import type { FileText, Project } from './project'

const TEMPLATES = new URL('./files/', import.meta.url)

/** What a folder keeps from one project to the next. */
const KEPT = ['node_modules', 'installed.txt']

/** Writes the files of a project into its folder, in the place of those of another one. */
export async function writeFiles(
  folder: string,
  { files, install }: Project,
  words: Readonly<Record<string, string>>,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  // Only what npm has installed is shared.
  for (const name of install ? [] : readdirSync(folder))
    if (!KEPT.includes(name)) rmSync(join(folder, name), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, replaced(await textOf(text), words))
  }
}

async function textOf(file: FileText): Promise<string> {
  if (typeof file === 'string') return file
  const { from, words = {}, dialect } = file
  const template = readFileSync(new URL(`${from}.ts`, TEMPLATES), 'utf8')
  const text = replaced(template, words).replaceAll(/(?<= from '\.\/[\w-]+)(?=')/g, dialect.imports)
  if (dialect.format === 'as it is') return text
  const { code } = await transform(text, { loader: 'ts', format: dialect.format, target: 'es2022' })
  return code
}

/** The text with the values of some words in their places. */
export const replaced = (text: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce((so, [word, value]) => so.replaceAll(word, value), text)
