import { isWhole } from '../kernel/is-whole'

/** The kinds of values that a switch without a closed list accepts. */
export type OpenAlternatives = 'number' | 'text' | 'names' | 'sizes'

/** A choice that the specification leaves open and that this simulator had to make. */
export interface AssumptionEntry {
  /** The section of docs/service.md that states the rule. */
  readonly section: string
  readonly says: string
  readonly value: unknown
  /** Present if the assumption has a switch. A list starts with the default. */
  readonly alternatives?: readonly unknown[] | OpenAlternatives
}

export interface SizeLimits {
  /** Bytes of a JSON body. */
  readonly body: number
  /** Levels of nesting in a JSON body. */
  readonly depth: number
  /** Bytes of one uploaded file. */
  readonly file: number
  /** Files in one upload. */
  readonly files: number
}

interface OpenValues {
  number: number
  text: string
  names: readonly string[]
  sizes: SizeLimits
}

/** An assumption without a switch, listed so that readers know of the choice. */
export const fixed = <const Value>(section: string, says: string, value: Value) => ({ section, says, value })

/** A switch with a closed list of values. The default is the first. */
export const closedChoice = <const Values extends readonly [unknown, ...unknown[]]>(
  section: string,
  says: string,
  alternatives: Values,
): Omit<AssumptionEntry, 'value'> & { value: Values[number]; alternatives: Values } => ({
  section,
  says,
  value: alternatives[0],
  alternatives,
})

/** A switch that takes any value of a kind. */
export const open = <Kind extends OpenAlternatives>(
  section: string,
  says: string,
  kind: Kind,
  value: OpenValues[Kind],
) => ({ section, says, value, alternatives: kind })

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
