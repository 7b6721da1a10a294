/** A broken invariant of the books. */
export interface BrokenInvariant {
  /** The name of the invariant. */
  readonly invariant: string
  /** The record or ledger transaction. */
  readonly where: string
  /** The finding in words. */
  readonly text: string
}

export type Finding = Omit<BrokenInvariant, 'invariant'>
