import { MESSAGE_TEMPLATES } from '../../engine/model/messages'
import { WIRE_MESSAGES } from '../../service/http/responses/wire-messages'

/** The texts of all messages, with words in angle brackets (docs/service.md §7.4). */
export const MESSAGE_TEXTS: readonly string[] = [
  ...MESSAGE_TEMPLATES.map(({ template }) => template),
  ...Object.values(WIRE_MESSAGES).map(({ text }) => text),
]

/** A text, taken apart. */
export interface Said {
  /** What stands before a message about a line, or about a member within a member. */
  readonly prefix: string
  /** The words that fill the angle brackets. */
  readonly words: ReadonlyMap<string, string>
}

const WORD = /<([^>]+)>/
const PREFIX = '((?:Line \\d+: |[a-z_0-9]+: )*)'

/** Reads texts that a message can have; gives undefined for others. */
export function readerOf(template: string): (text: string) => Said | undefined {
  const parts = template.split(WORD)
  const names = parts.filter((_, at) => at % 2 === 1)
  const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : '(.*)')).join('')
  const whole = new RegExp(`^${PREFIX}${pattern}$`, 's')
  return (text) => {
    const found = whole.exec(text)
    if (found === null) return undefined
    const [, prefix = '', ...words] = found
    return { prefix, words: new Map(names.map((name, at) => [name, words[at] ?? ''])) }
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A template with its words. */
export const filled = (template: string, words: ReadonlyMap<string, string>): string =>
  template.replace(new RegExp(WORD, 'g'), (whole, name: string) => words.get(name) ?? whole)

/** The message that a text is: of several that fit, the one that leaves the least to words. */
export function messageOf(text: string): { readonly template: string; readonly said: Said } | undefined {
  const literal = (template: string): number => template.replace(new RegExp(WORD, 'g'), '').length
  const [best] = MESSAGE_TEXTS.flatMap((template) => {
    const said = readerOf(template)(text)
    return said ? [{ template, said }] : []
  }).sort((a, b) => literal(b.template) - literal(a.template))
  return best
}
