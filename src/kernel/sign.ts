/** The sign of a stored decimal. Only the text is read, because parsing would be slower. */
export function signOf(decimal: string): -1 | 0 | 1 {
  if (decimal.startsWith('-')) return -1
  return /[1-9]/.test(decimal) ? 1 : 0
}
