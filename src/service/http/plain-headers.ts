/** Headers by their names in lower case: not every host lowers the names that it lists, happy-dom keeps them. */
export function plainHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const lowered: [string, string][] = []
  for (const [name, value] of headers) lowered.push([name.toLowerCase(), value])
  // Not by assignment: a header may be called __proto__.
  return Object.fromEntries(lowered)
}
