import { MESSAGE_TEMPLATES } from '../../engine/model/refusals'
import { escapeRegExp } from '../../kernel/escape-reg-exp'
import { WIRE_MESSAGES } from '../../service/http/responses/wire-refusal'

/** The texts of all messages, with placeholders in angle brackets (docs/service.md §7.4). */
export const MESSAGE_TEXTS: readonly string[] = [
  ...MESSAGE_TEMPLATES.map(({ template }) => template),
  ...Object.values(WIRE_MESSAGES).map(({ text }) => text),
]

/** The variable parts of a message. */
export interface MessageParts {
  /** The beginning of a message about a line, or about a member within a member. */
  readonly prefix: string
  /** The words for each placeholder. */
  readonly placeholders: ReadonlyMap<string, string>
}

const PLACEHOLDER = /<([^>]+)>/
const PREFIX = '((?:Line \\d+: |[a-z_0-9]+: )*)'

/** Makes a function that reads the messages of a template. It returns undefined for other texts. */
function readerOf(template: string): (text: string) => MessageParts | undefined {
  const pieces = template.split(PLACEHOLDER)
  const names = pieces.filter((_, at) => at % 2 === 1)
  const pattern = pieces.map((part, at) => (at % 2 === 0 ? escapeRegExp(part) : '(.*)')).join('')
  const whole = new RegExp(`^${PREFIX}${pattern}$`, 's')
  return (text) => {
    const found = whole.exec(text)
    if (found === null) return undefined
    const [, prefix = '', ...values] = found
    return { prefix, placeholders: new Map(names.map((name, at) => [name, values[at] ?? ''])) }
  }
}

export const fillTemplate = (template: string, values: ReadonlyMap<string, string>): string =>
  template.replace(new RegExp(PLACEHOLDER, 'g'), (whole, name: string) => values.get(name) ?? whole)

const literalLength = (template: string): number => template.replace(new RegExp(PLACEHOLDER, 'g'), '').length

/** The readers of all messages. Templates with the most literal text come first. */
const READERS = [...MESSAGE_TEXTS]
  .sort((one, other) => literalLength(other) - literalLength(one))
  .map((template) => ({ template, read: readerOf(template) }))

/** The message that produced a text. If several fit, the one with the most literal text. */
export function matchMessage(
  text: string,
): { readonly template: string; readonly parts: MessageParts } | undefined {
  for (const { template, read } of READERS) {
    const parts = read(text)
    if (parts) return { template, parts }
  }
  return undefined
}
