import type { CustomAnswers } from '../../engine/model/custom-answers'
import type { Registry } from '../../engine/model/registry'
import { OptionError, wrongOption } from '../../errors/option-error'
import { checkMembers } from '../../errors/reader'
import { perhaps } from '../../kernel/nearest-name'
import type { Row } from '../../kernel/store'
import { filled, MESSAGE_TEXTS, readerOf } from './message-templates'

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

/** Finds the template of a text and fills its words into the other one. */
function rewording(texts: Readonly<Record<string, string>>): (text: string) => string {
  const rewordings = Object.entries(texts).map(([template, text]) => {
    if (typeof text !== 'string') throw wrongOption(`answers.texts['${template}']`, 'a text', text)
    if (!MESSAGE_TEXTS.includes(template))
      throw new OptionError(
        'answers.texts',
        `there is no message '${template}'${perhaps(template, MESSAGE_TEXTS)}; docs/service.md §7.4 lists them`,
      )
    return { read: readerOf(template), text }
  })
  return (original) => {
    for (const { read, text } of rewordings) {
      const said = read(original)
      if (said) return said.prefix + filled(text, said.words)
    }
    return original
  }
}
