/** A mutant that no test can find, because it changes nothing that can be seen. */
export interface Equivalent {
  readonly file: string
  /** The line of the sources in which it begins, without the space around it. */
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

export const EQUIVALENT_MUTANTS: readonly Equivalent[] = []

/** Why no test can find the mutant. */
export const explainedBy = (
  file: string,
  mutant: Pick<Equivalent, 'line' | 'from' | 'to'>,
): string | undefined =>
  EQUIVALENT_MUTANTS.find(
    (one) =>
      one.file === file && one.line === mutant.line && one.from === mutant.from && one.to === mutant.to,
  )?.reason
