import { fileURLToPath } from 'node:url'
import { scriptsFor } from './package-scripts'

/** The variables with which node:test tells of its tests, if the command runs it. */
export function nodeTestVariables(command: readonly string[]): Readonly<Record<string, string>> {
  const { NODE_OPTIONS: options } = process.env
  const said = [...command, ...Object.values(scriptsFor(command))].join(' ')
  // Node refuses a further file if files must be permitted.
  if (!/(^|\s)--test(?![\w-])/.test(said) || /--(experimental-)?permission/.test(`${said} ${options}`))
    return {}
  const own = `--require ${JSON.stringify(fileURLToPath(new URL('node-test-preload.cjs', import.meta.url)))}`
  return { NODE_OPTIONS: options ? `${options} ${own}` : own }
}
