/** Seeds that once failed within so many steps, with what they found. Add yours here and leave it. */
export const KEPT_SEEDS: readonly (readonly [seed: number, steps: number, found: string])[] = [
  [21, 60, 'the first one'],
]
