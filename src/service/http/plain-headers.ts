/** Headers by their names in lower case: not every host lowers the names that it lists, happy-dom keeps them. */
export function plainHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const plain = Object.fromEntries(headers)
  const names = Object.keys(plain)
  if (names.every((name) => name === name.toLowerCase())) return plain
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), plain[name] as string]))
}
