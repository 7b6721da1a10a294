import { perhaps } from '../../kernel/nearest-name'

/**
 * Refuses names in `by` that no record has, because nothing could ever be a duplicate by them. Without
 * records there is nothing to compare with.
 * @throws TypeError that suggests the nearest member
 */
export function checkBy(by: readonly string[], records: readonly unknown[]): void {
  if (by.length === 0) throw new TypeError("by names at least one member, such as 'reference_number'")
  const known = new Set(records.flatMap((record) => (isObject(record) ? Object.keys(record) : [])))
  if (known.size === 0) return
  for (const name of by)
    if (!known.has(name))
      throw new TypeError(
        `by names ${JSON.stringify(name)}, which no record has${perhaps(String(name), known)}`,
      )
}

/** @throws TypeError for an option that does not exist */
export function checkOptions(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(`there is no option ${name}${perhaps(name, known)}; there are ${known.join(', ')}`)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
