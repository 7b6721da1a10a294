/** A broken invariant of the books. */
export interface BrokenInvariant {
  readonly invariant: string
  readonly where: string
  readonly text: string
}

export type Finding = Omit<BrokenInvariant, 'invariant'>
