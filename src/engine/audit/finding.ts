/** A rule of the books that does not hold, and where. */
export interface BrokenInvariant {
  readonly invariant: string
  readonly where: string
  readonly text: string
}

export type Finding = Omit<BrokenInvariant, 'invariant'>
