import { isWhole } from '../kernel/is-whole'
import type { OpenAlternatives } from './assumption-entry'

interface Alternatives {
  readonly words: string
  accepts(value: unknown, standard: unknown): boolean
}

const isCount = (value: unknown): boolean => isWhole(value, 1)

/** The values that the switches without a closed list accept. */
export const OPEN_ALTERNATIVES: Readonly<Record<OpenAlternatives, Alternatives>> = {
  number: { words: 'a whole number above 0', accepts: isCount },
  text: { words: 'a text', accepts: (value) => typeof value === 'string' },
  names: {
    words: 'an array of names',
    accepts: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  },
  sizes: {
    words: 'an object with whole numbers above 0 for any of body, depth, file and files',
    accepts: (value, standard) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.entries(value).every(([name, size]) => Object.hasOwn(standard as object, name) && isCount(size)),
  },
}
