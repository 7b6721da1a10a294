import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './process'

/** Packages in a folder of their own, which is kept between runs and no part of the repository. */
export async function installed(name: string, packages: readonly string[]): Promise<string> {
  const folder = resolve('node_modules/.cache/prove', name.toLowerCase().replaceAll(' ', '-'))
  const mark = join(folder, packages.join(' ').replaceAll(/\W+/g, '-'))
  if (existsSync(mark)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', ...packages]
  const { code, text } = await run('npm', args, { cwd: folder, timeout: 10 * 60_000 })
  if (code !== 0) throw new Error(`npm install ${packages.join(' ')}: ${text.trim().split('\n').at(-1)}`)
  writeFileSync(mark, '')
  return folder
}
