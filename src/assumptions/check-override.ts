import { OptionError, wrongOption } from '../errors/option-error'
import { perhaps } from '../kernel/nearest-name'
import type { AssumptionEntry } from './assumption-entry'
import { OPEN_ALTERNATIVES } from './open-alternatives'
import { ASSUMPTIONS } from './register'

/** Throws an OptionError unless the assumption accepts the value in place of its default. */
export function checkOverride(id: string, value: unknown): void {
  const option = `assumptions.${id}`
  const entry = entryOf(id)
  if (entry === undefined)
    throw new OptionError(
      option,
      `there is no assumption called '${id}'${perhaps(id, Object.keys(ASSUMPTIONS))}`,
    )
  if (entry.alternatives === undefined) {
    throw new OptionError(option, `the assumption '${id}' is fixed: ${entry.says}`)
  }
  const { accepted, words } = judge(value, entry, entry.alternatives)
  if (!accepted) throw wrongOption(option, words, value)
}

function entryOf(id: string): AssumptionEntry | undefined {
  return Object.hasOwn(ASSUMPTIONS, id) ? ASSUMPTIONS[id as keyof typeof ASSUMPTIONS] : undefined
}

function judge(
  value: unknown,
  entry: AssumptionEntry,
  alternatives: NonNullable<AssumptionEntry['alternatives']>,
): { accepted: boolean; words: string } {
  if (typeof alternatives === 'string') {
    const { accepts, words } = OPEN_ALTERNATIVES[alternatives]
    return { accepted: accepts(value, entry.value), words }
  }
  const words = `one of ${alternatives.map((one) => JSON.stringify(one)).join(', ')}`
  return { accepted: alternatives.includes(value), words }
}
