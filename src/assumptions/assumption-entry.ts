/** The kinds of values that a switch without a closed list accepts. */
export type OpenAlternatives = 'number' | 'text' | 'names' | 'sizes'

/** One thing the specification leaves open and this simulator had to decide. */
export interface AssumptionEntry {
  /** The section of docs/service.md that states the rule. */
  readonly section: string
  readonly says: string
  readonly value: unknown
  /** Present when the assumption has a switch; a list starts with the default. */
  readonly alternatives?: readonly unknown[] | OpenAlternatives
}

export interface FixedAssumption<Value> extends AssumptionEntry {
  readonly value: Value
  readonly alternatives?: never
}

export interface ChosenAssumption<Value> extends AssumptionEntry {
  readonly value: Value
  readonly alternatives: readonly Value[]
}

export interface OpenAssumption<Value> extends AssumptionEntry {
  readonly value: Value
  readonly alternatives: OpenAlternatives
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

/** No switch: listed so that a reader knows it was decided here. */
export const fixed = <const Value>(section: string, says: string, value: Value): FixedAssumption<Value> => ({
  section,
  says,
  value,
})

/** A switch with a closed list of values, the default first. */
export function closedChoice<const Values extends readonly [unknown, ...unknown[]]>(
  section: string,
  says: string,
  alternatives: Values,
): ChosenAssumption<Values[number]> {
  return { section, says, value: alternatives[0], alternatives }
}

/** A switch that takes any value of a kind. */
export function open<Kind extends OpenAlternatives>(
  section: string,
  says: string,
  kind: Kind,
  value: OpenValues[Kind],
): OpenAssumption<OpenValues[Kind]> {
  return { section, says, value, alternatives: kind }
}
