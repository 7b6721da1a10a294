/** Signs, in a recording, of a body that had no text in it. */
interface Signs {
  /** The sizes that it tells, in bytes. Recorders write -1 for one that they do not know. */
  readonly sizes: readonly unknown[]
  readonly headers: ReadonlyMap<string, string>
  /** True if something stands in the place of the text: parsed parameters, or the name of a file. */
  readonly isElsewhere?: boolean
}

/** Tells whether a body without a text is one that the recorder did not keep, and not an empty one. */
export const isLost = ({ sizes, headers, isElsewhere = false }: Signs): boolean =>
  isElsewhere || [...sizes, headers.get('content-length')].some((size) => Number(size) > 0)
