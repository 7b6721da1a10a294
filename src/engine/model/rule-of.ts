import { InvariantViolation } from '../../kernel/invariant'
import type { Definition } from '../schema/define'

/** The setting of a definition that switched the caller on. Its absence is a bug. */
export function ruleOf<K extends keyof Definition>(
  definition: Definition,
  name: K,
): NonNullable<Definition[K]> {
  const rule = definition[name]
  if (rule === undefined || rule === null) throw new InvariantViolation(`${definition.name} has no ${name}`)
  return rule
}
