import { excerpt } from './count-text'
import { editDistance } from './edit-distance'

const LONGEST = 60
const SHOWN_AT_MOST = 200

/** Suggests a known name for a misspelt one; undefined if none is similar. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  const letters = lettersOf(name)
  let nearest: string | undefined
  let least = 1 + Math.floor(letters.length / 3)
  for (const candidate of known) {
    const distance = editDistance(letters, lettersOf(candidate))
    if (distance < least) {
      nearest = candidate
      least = distance
    }
  }
  return nearest
}

/** Ignores case and separators, so that customerId equals customer_id. */
export const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** `, perhaps customer_id` for a message about a misspelt name; empty if none is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  // A word that occurs in one name only is enough: `reference` suggests `reference_number`.
  const names = [...known]
  const [only, more] = names.filter((one) => name.length > 2 && `_${one}`.includes(`_${name}`))
  const meant = nearestName(name, names) ?? (more ? '' : only)
  return meant ? `, perhaps ${meant}` : ''
}

/** Shortens an unknown name for messages, because a body may contain a name of a megabyte. */
export const shownName = (name: string): string => excerpt(name, SHOWN_AT_MOST)
