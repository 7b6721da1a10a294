import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mapValues } from '../kernel/map-values'

const PACKAGE_MANAGER = /(^|[\\/\s])(npm|pnpm|yarn)(\.cmd)?(\s|$)/

/** The scripts of package.json by their names, if the command may run one. */
export function scriptsFor(command: readonly string[]): Readonly<Record<string, string>> {
  if (!command.some((word) => PACKAGE_MANAGER.test(word))) return {}
  try {
    const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
      scripts?: Record<string, unknown>
    }
    return mapValues(scripts ?? {}, String)
  } catch {
    return {}
  }
}
