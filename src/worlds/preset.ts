/** A world described as request bodies, made through the ordinary create path in this order. */
export interface Preset {
  readonly companies: readonly object[]
  readonly accounts: readonly object[]
  readonly terms?: readonly object[]
  readonly classifications?: readonly object[]
  readonly items?: readonly object[]
  readonly customers?: readonly object[]
  readonly vendors?: readonly object[]
}

/** The order in which references can be followed. */
export const PRESET_ORDER = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'items',
  'customers',
  'vendors',
] as const satisfies readonly (keyof Preset)[]
