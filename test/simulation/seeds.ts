/** Seeds that once failed within so many runs, with what they found. Add yours here and leave it. */
export const KEPT_SEEDS: readonly (readonly [seed: number, runs: number, found: string])[] = [
  [24976687, 10, 'a PUT of an archived payment checked its state before its references'],
  [859984138, 40, 'money too small for the currency of its payment is booked all the same'],
  [19850180, 16, 'an invoice of 0.00 with a line and a tax too small for its currency has no transaction'],
]
