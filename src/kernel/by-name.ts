/** The members of an object, for a name that only the caller knows. All are of one type, which is the caller's word. */
export const byName = <Member>(object: object): Readonly<Record<string, Member>> =>
  object as Readonly<Record<string, Member>>
