import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './process'

const LIMIT = 10 * 60_000

/** Packages in a folder of their own, which is kept between runs and no part of the repository. */
export async function installed(name: string, packages: readonly string[]): Promise<string> {
  const folder = resolve('node_modules/.cache/prove', name.toLowerCase().replaceAll(' ', '-'))
  await installedIn(folder, npmInstall(packages), packages.join(' '))
  return folder
}

export const npmInstall = (packages: readonly string[]): readonly string[] => [
  ...['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'],
  ...packages,
]

/** Runs what installs the packages, unless the folder has them: the mark says which those are. */
export async function installedIn(folder: string, command: readonly string[], mark: string): Promise<void> {
  const file = join(folder, 'installed.txt')
  if (existsSync(file) && readFileSync(file, 'utf8') === mark) return
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json')))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // What was installed before may be in the way of other versions.
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  const [program = '', ...args] = command
  const { code, text } = await run(program, args, { cwd: folder, timeout: LIMIT })
  if (code !== 0) throw new Error(`${command.join(' ')}: ${text.trim().split('\n').at(-1)}`)
  writeFileSync(file, mark)
}
