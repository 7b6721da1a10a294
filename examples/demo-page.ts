/** How the demos print: a summary first, and with `--all` everything that led to it. */
import { styleText } from 'node:util'

const { stdout, env } = process
// Some terminals tell 0 columns.
const WIDTH = stdout.columns || 100
const hasColours = stdout.isTTY === true && !env.NO_COLOR

type Check = readonly [holds: boolean, text: string]

/** An act of the demo. It collects what happens, and prints it at its end. */
export class Act {
  readonly #title: string
  readonly #details: string[] = []

  constructor(title: string) {
    this.#title = title
  }

  /** A part that only `--all` prints. */
  part(heading: string, ...lines: string[]): void {
    this.#details.push('', painted('bold', heading), ...lines)
  }

  /** @returns whether every check holds */
  end(summary: readonly string[], checks: readonly Check[]): boolean {
    const isAll = process.argv.includes('--all')
    const failed = checks.filter(([holds]) => !holds)
    const verdict =
      failed.length === 0
        ? `${painted('green', '✓')} all ${checks.length} checks hold`
        : `${painted('red', '✗')} ${failed.length} of ${checks.length} checks fail`
    const shown = isAll ? checks : failed
    print(
      painted('bold', this.#title),
      ...summary.flatMap((text) => wrapped(text, WIDTH - 2)).map((line) => `  ${line}`),
      `  ${verdict}`,
      ...shown.map(([holds, text]) => `    ${mark(holds)} ${text}`),
      ...(isAll ? this.#details : []),
      '',
    )
    return failed.length === 0
  }
}

/** The tick of what holds, and the cross of what does not. */
export const mark = (holds: boolean): string => (holds ? painted('green', '✓') : painted('red', '✗'))

export function print(...lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}

/** Lines that fit a terminal. */
export function wrapped(text: string, width = WIDTH): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

export const painted = (style: Parameters<typeof styleText>[0], text: string): string =>
  hasColours ? styleText(style, text) : text
