/** A numbered section of docs/service.md. */
export interface Section {
  readonly number: string
  readonly title: string
  readonly text: string
}

export function sectionsOf(documentation: string): Section[] {
  return documentation
    .split(/^(?=#{2,4} \d)/m)
    .slice(1)
    .map((text) => {
      const [, number = '', title = ''] = /^#+ ([\d.]+) (.*)/.exec(text) ?? []
      return { number, title, text: text.trim() }
    })
}

export const sectionText = (sections: readonly Section[], number: string): string =>
  sections
    .filter((one) => one.number === number || one.number.startsWith(`${number}.`))
    .map(({ text }) => text)
    .join('\n\n')

const TITLE_WEIGHT = 10
const FOUND_AT_MOST = 5

/** The sections that match the words best, each with its best matching line. */
export function searched(sections: readonly Section[], text: string) {
  const words = wordsOf(text)
  return sections
    .map((section) => ({ section, weight: weightOf(section, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, FOUND_AT_MOST)
    .map(({ section: { number, title, text: whole } }) => ({
      section: number,
      title,
      line: bestLine(whole, words),
    }))
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\w-]{2,}/g) ?? []

function weightOf({ title, text }: Section, words: readonly string[]): number {
  const [heading, body] = [title.toLowerCase(), text.toLowerCase()]
  const weights = words.map(
    (word) =>
      (heading.includes(word) ? TITLE_WEIGHT : 0) + Math.min(body.split(word).length - 1, TITLE_WEIGHT - 1),
  )
  // A section with all words ranks above a section that repeats one of them.
  const found = weights.filter((weight) => weight > 0).length
  return found * TITLE_WEIGHT * 2 + weights.reduce((sum, weight) => sum + weight, 0) * (found > 0 ? 1 : 0)
}

function bestLine(text: string, words: readonly string[]): string {
  const lines = text.split('\n').slice(1)
  const hits = (line: string): number => words.filter((word) => line.toLowerCase().includes(word)).length
  return lines.reduce((best, line) => (hits(line) > hits(best) ? line : best), '').trim()
}
