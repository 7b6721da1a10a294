/** The sign of a stored decimal. Only the text is read, because most checks need nothing but the sign. */
export function signOf(decimal: string): -1 | 0 | 1 {
  if (decimal.startsWith('-')) return -1
  return /[1-9]/.test(decimal) ? 1 : 0
}
