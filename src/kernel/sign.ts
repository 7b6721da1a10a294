/** The sign of a decimal as rows store it. Reads the text, because most checks ask for nothing else. */
export function signOf(decimal: string): -1 | 0 | 1 {
  if (decimal.startsWith('-')) return -1
  return /[1-9]/.test(decimal) ? 1 : 0
}
