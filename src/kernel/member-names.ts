/** The names of the members of an object that has none beside those of its type. */
export const memberNames = <Of extends object>(of: Of): (keyof Of & string)[] =>
  Object.keys(of) as (keyof Of & string)[]
