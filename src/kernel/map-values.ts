/** An object of the same names with other values. */
export const mapValues = <V, R>(
  members: Readonly<Record<string, V>>,
  change: (value: V, name: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]))
