/** Headers by lower-case name. Not every host lowers the names that it lists: happy-dom does not. */
export function plainHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const lowered: [string, string][] = []
  for (const [name, value] of headers) lowered.push([name.toLowerCase(), value])
  // An assignment to a header called __proto__ would set the prototype.
  return Object.fromEntries(lowered)
}
