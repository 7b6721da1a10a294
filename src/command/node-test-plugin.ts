import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The variables with which node:test tells of its tests, if the command runs it. */
export function nodeTestVariables(command: readonly string[]): Readonly<Record<string, string>> {
  const { NODE_OPTIONS: options } = process.env
  const said = [...command, ...scriptsFor(command)].join(' ')
  // Node refuses a further file if files must be permitted.
  if (!/(^|\s)--test(?![\w-])/.test(said) || /--(experimental-)?permission/.test(`${said} ${options}`))
    return {}
  const own = `--require ${JSON.stringify(fileURLToPath(new URL('node-test-preload.cjs', import.meta.url)))}`
  return { NODE_OPTIONS: options ? `${options} ${own}` : own }
}

const PACKAGE_MANAGER = /(^|[\\/\s])(npm|pnpm|yarn)(\.cmd)?(\s|$)/

/** The scripts of package.json, if the command may run one. */
function scriptsFor(command: readonly string[]): string[] {
  if (!command.some((word) => PACKAGE_MANAGER.test(word))) return []
  try {
    const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as { scripts?: object }
    return Object.values(scripts ?? {}).map(String)
  } catch {
    return []
  }
}
