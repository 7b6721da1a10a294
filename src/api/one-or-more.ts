/** A value, or several of which any will do. */
export type OneOrMore<T> = T | readonly T[]
