/** A value, or several alternatives. */
export type OneOrMore<T> = T | readonly T[]
