/** Headers by their names in lower case: not every host lowers the names that it lists, happy-dom keeps them. */
export function plainHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of headers) plain[name.toLowerCase()] = value
  return plain
}
