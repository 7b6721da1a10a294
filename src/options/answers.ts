import { checkMembers } from '../check-members'
import type { CustomAnswers } from '../engine/model/custom-answers'
import { MESSAGE_TEMPLATES } from '../engine/model/messages'
import type { Registry } from '../engine/model/registry'
import { WIRE_MESSAGES } from '../http/responses/wire-messages'
import { perhaps } from '../kernel/nearest-name'
import type { Row } from '../kernel/store'
import { OptionError, wrongOption } from '../option-error'

/** Answers that differ from the simulator's in a way that no assumption covers, as data (docs/service.md §17). */
export interface AnswerOptions {
  /**
   * Other texts for messages of docs/service.md §7.4. Words in angle brackets are filled in, such as
   * `{ '<Model> <id> is inactive': 'inactive: <Model> <id>' }`.
   */
  readonly texts?: Readonly<Record<string, string>>
  /**
   * Members that records show besides their own, by the member of `simulator.records`, such as
   * `{ invoices: { e_invoice_status: null } }`. Any JSON value.
   */
  readonly members?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Headers of every response, such as `{ 'x-request-id': 'simulated' }`. */
  readonly headers?: Readonly<Record<string, string>>
}

const TEMPLATES: readonly string[] = [
  ...MESSAGE_TEMPLATES.map(({ template }) => template),
  ...Object.values(WIRE_MESSAGES).map(({ text }) => text),
  'Rate limit exceeded. Please try again later.',
]

/** @throws OptionError naming the text, record type or header that is wrong */
export function customAnswers(
  registry: Registry,
  options: AnswerOptions | undefined,
): CustomAnswers | undefined {
  if (options === undefined) return undefined
  checkMembers('answers', options, ['texts', 'members', 'headers'])
  const { texts = {}, members = {}, headers = {} } = options
  for (const [name, value] of Object.entries(headers))
    if (!/^[A-Za-z0-9-]+$/.test(name) || typeof value !== 'string')
      throw wrongOption(`answers.headers.${name}`, 'a header name and its text', value)
  const reword = Object.keys(texts).length > 0 ? rewording(texts) : undefined
  return {
    ...(reword && { reword }),
    members: extraMembers(registry, members),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
  }
}

function extraMembers(registry: Registry, members: NonNullable<AnswerOptions['members']>): Map<string, Row> {
  checkMembers(
    'answers.members',
    members,
    registry.definitions.map(({ name }) => name),
  )
  const found = new Map<string, Row>()
  for (const [name, extra] of Object.entries(members)) {
    if (typeof extra !== 'object' || extra === null)
      throw wrongOption(`answers.members.${name}`, 'an object', extra)
    for (const member of Object.keys(extra))
      if (Object.hasOwn(registry.type(name).definition.fields, member))
        throw new OptionError(`answers.members.${name}.${member}`, `${name} have a member ${member} already`)
    found.set(name, JSON.parse(JSON.stringify(extra)) as Row)
  }
  return found
}

interface Rewording {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly text: string
}

const WORD = /<([^>]+)>/g
/** What stands before a message about a line, or about a member within a member. */
const PREFIX = '((?:Line \\d+: |[a-z_0-9]+: )*)'

/** Finds the template of a text and fills its words into the other one. */
function rewording(texts: Readonly<Record<string, string>>): (text: string) => string {
  const rewordings = Object.entries(texts).map(([template, text]): Rewording => {
    if (typeof text !== 'string') throw wrongOption(`answers.texts['${template}']`, 'a text', text)
    if (!TEMPLATES.includes(template))
      throw new OptionError(
        'answers.texts',
        `there is no message '${template}'${perhaps(template, TEMPLATES)}; docs/service.md §7.4 lists them`,
      )
    const parts = template.split(WORD)
    const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : '(.*)')).join('')
    return {
      pattern: new RegExp(`^${PREFIX}${pattern}$`, 's'),
      names: parts.filter((_, at) => at % 2 === 1),
      text,
    }
  })
  return (said) => {
    for (const { pattern, names, text } of rewordings) {
      const found = pattern.exec(said)
      if (found === null) continue
      const [, prefix = '', ...words] = found
      return prefix + text.replace(WORD, (whole, name: string) => words[names.indexOf(name)] ?? whole)
    }
    return said
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
