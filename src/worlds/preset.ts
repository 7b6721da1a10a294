/** A world as request bodies, which are created in this order like any records. */
export interface Preset {
  readonly companies: readonly object[]
  readonly accounts: readonly object[]
  readonly terms?: readonly object[]
  readonly classifications?: readonly object[]
  readonly items?: readonly object[]
  readonly customers?: readonly object[]
  readonly vendors?: readonly object[]
}

/** Record types ordered so that every referenced record exists. */
export const PRESET_ORDER = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'items',
  'customers',
  'vendors',
] as const satisfies readonly (keyof Preset)[]
