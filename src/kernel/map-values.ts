/** Replaces the values of an object and keeps its names. */
export const mapValues = <V, R>(
  members: Readonly<Record<string, V>>,
  change: (value: V, name: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]))
