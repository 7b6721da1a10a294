/** The codes of terminals (ECMA-48). Node's own `styleText` asks its own streams, in some versions only. */
const CODES = { red: 31, yellow: 33, green: 32, dim: 2 } as const

export type Paint = (text: string, colour: keyof typeof CODES) => string

/** For a terminal; nowhere else, and not where NO_COLOR is set (no-color.org). */
export function paintFor(
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR = '' }: Readonly<Record<string, string | undefined>>,
): Paint {
  if (isTTY !== true || NO_COLOR !== '') return (text) => text
  return (text, colour) => `\u001B[${CODES[colour]}m${text}\u001B[0m`
}
