/** An object whose members are looked up by names known at run time only. The caller vouches that all have one type. */
export const byName = <Member>(object: object): Readonly<Record<string, Member>> =>
  object as Readonly<Record<string, Member>>
