/** The codes of terminals (ECMA-48). Node's own `styleText` asks its own streams, in some versions only. */
const CODES = { red: 31, yellow: 33, green: 32, cyan: 36, dim: 2 } as const

export type Colour = keyof typeof CODES
export type Paint = (text: string, colour: Colour) => string
type Environment = Readonly<Record<string, string | undefined>>

/** For a terminal; nowhere else, and not where NO_COLOR is set (no-color.org). */
export function paintFor({ isTTY }: { readonly isTTY?: boolean }, { NO_COLOR = '' }: Environment): Paint {
  if (isTTY !== true || NO_COLOR !== '') return (text) => text
  return (text, colour) => `\u001B[${CODES[colour]}m${text}\u001B[0m`
}

/** Headings and names in a text of help. */
export const paintedHelp = (text: string, paint: Paint): string =>
  text
    .replace(/^\S[^:\n]*:(?=$| accounting)/gm, (heading) => paint(heading, 'green'))
    .replace(/(?<=^ {2})\S.*?(?=$| {2})/gm, (name) => paint(name, 'cyan'))

/** The parts of a text that a terminal shows in another way than a file. */
export interface Marks {
  readonly lines: ReadonlyMap<string, Colour>
  /** Texts that somebody may copy: a line that has one is not broken. */
  readonly copied: readonly string[]
}

/** A text whose lines fit the width of the terminal that it goes to, if it goes to one. */
export function fitted(
  text: string,
  { lines, copied }: Marks,
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Environment,
): string {
  if (stream.isTTY !== true) return text
  const paint = paintFor(stream, env)
  const shown = text.split('\n').flatMap((line) => {
    if (copied.some((part) => line.includes(part))) return [paint(line, 'cyan')]
    const colour = lines.get(line)
    return brokenLines(line, stream.columns).map((part) =>
      colour === undefined ? part : paint(part, colour),
    )
  })
  return shown.join('\n')
}

const INDENT = 2
/** A line that begins so far in stands below a label, and so do its parts. */
const BELOW_A_LABEL = 12
/** Behind a longer label the text would have no room. */
const LONGEST_LABEL = 24

/** The parts of a line; those after the first one begin below its text. */
function brokenLines(line: string, columns = 0): string[] {
  // A terminal that does not know its width says 0.
  if (columns === 0 || line.length <= columns) return [line]
  const [start = ''] = /^ */.exec(line) ?? []
  const [label = ''] = /^ *\S.*? {2,}/.exec(line) ?? []
  const isLabelled = label !== '' && label.length <= LONGEST_LABEL
  const further = start.length < BELOW_A_LABEL ? INDENT : 0
  const indent = ' '.repeat(isLabelled ? label.length : start.length + further)
  const parts: string[] = []
  let part = isLabelled ? label : start
  for (const word of line.slice(part.length).split(' ')) {
    const longer = part.trim() === '' || part === label ? `${part}${word}` : `${part} ${word}`
    const isFirst = longer.trim() === word
    if (longer.length <= columns || isFirst) part = longer
    else {
      parts.push(part)
      part = `${indent}${word}`
    }
  }
  return [...parts, part]
}
