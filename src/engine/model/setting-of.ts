import { InvariantViolation } from '../../kernel/invariant'
import type { Definition } from '../schema/define'

/** The setting of a definition that switched the caller on. Its absence is a bug. */
export function settingOf<K extends keyof Definition>(
  definition: Definition,
  name: K,
): NonNullable<Definition[K]> {
  const setting = definition[name]
  if (setting === undefined || setting === null)
    throw new InvariantViolation(`${definition.name} has no ${name}`)
  return setting
}
