/** Headers by their names in lower case: not every host lowers the names that it lists, happy-dom keeps them. */
export const plainHeaders = (headers: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))
