import { demand, OptionError } from '../../errors/option-error'
import { isObject } from '../../errors/reader'
import { perhaps } from '../../kernel/nearest-name'

/**
 * Refuses names in `by` that no record has, because nothing could ever be a duplicate by them. Without
 * records there is nothing to compare with.
 * @throws OptionError that suggests the nearest member
 */
export function checkBy(by: readonly string[], records: readonly unknown[]): void {
  demand(by.length > 0, 'by', "names at least one member, such as 'reference_number'")
  const known = new Set(records.flatMap((record) => (isObject(record) ? Object.keys(record) : [])))
  if (known.size === 0) return
  for (const name of by)
    if (!known.has(name))
      throw new OptionError(
        'by',
        `by names ${JSON.stringify(name)}, which no record has${perhaps(String(name), known)}`,
      )
}
