/** Types an object for look-ups by names known only at run time. All members must have one type. */
export const byName = <Member>(object: object): Readonly<Record<string, Member>> =>
  object as Readonly<Record<string, Member>>
