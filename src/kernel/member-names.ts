/** `Object.keys` with types, for an object that has no members beyond its type. */
export const memberNames = <Of extends object>(of: Of): (keyof Of & string)[] =>
  Object.keys(of) as (keyof Of & string)[]
