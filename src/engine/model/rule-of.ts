import { InvariantViolation } from '../../kernel/invariant'
import type { Definition } from '../schema/define'

/** What a definition says under a word that switched on the caller. Its absence is a bug. */
export function ruleOf<W extends keyof Definition>(
  definition: Definition,
  word: W,
): NonNullable<Definition[W]> {
  const rule = definition[word]
  if (rule === undefined || rule === null)
    throw new InvariantViolation(`${definition.name} has no word ${word}`)
  return rule
}
