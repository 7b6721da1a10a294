/** A world as request bodies, created in this order through the ordinary create path. */
export interface Preset {
  readonly companies: readonly object[]
  readonly accounts: readonly object[]
  readonly terms?: readonly object[]
  readonly classifications?: readonly object[]
  readonly items?: readonly object[]
  readonly customers?: readonly object[]
  readonly vendors?: readonly object[]
}

/** Record types in an order in which references exist. */
export const PRESET_ORDER = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'items',
  'customers',
  'vendors',
] as const satisfies readonly (keyof Preset)[]
