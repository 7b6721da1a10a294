import type { Registry } from '../../engine/model/compiled-type'
import type { AnswerForm, CustomAnswers, DecimalForm } from '../../engine/model/context'
import { type ShownFields, shownFields } from '../../engine/read/describe'
import { demand, OptionError, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import { isPlainObject } from '../../kernel/is-object'
import { isWhole } from '../../kernel/is-whole'
import { jsonCopy } from '../../kernel/json-copy'
import { didYouMean } from '../../kernel/nearest-name'
import type { Row } from '../../kernel/store'
import { withoutParameterNames } from '../../service/http/rate-limits/limits'
import type { Router } from '../../service/http/routes/route'
import { fillTemplate, MESSAGE_TEXTS, matchMessage } from './message-templates'
import { checkRoutes } from './rate-limits'

/** Responses that differ from the simulator's in ways that no assumption covers (docs/service.md §17). */
export interface AnswerOptions {
  /**
   * Other texts for messages of docs/service.md §7.4. Words in angle brackets are replaced, such as `{
   * '<Model> <id> is inactive': 'inactive: <Model> <id>' }`.
   */
  readonly texts?: Readonly<Record<string, string>>
  /**
   * Additional members of records, by the member of `simulator.records`, such as `{ invoices: {
   * e_invoice_status: null } }`. Any JSON value.
   */
  readonly members?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Headers of every response, such as `{ 'x-request-id': 'simulated' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The form of amounts in responses: JSON numbers, or texts with at least this number of decimal places: 0
   * for `'10'`, 1 for `'10.0'`. A value that needs more places has more.
   */
  readonly amounts?: 'number' | number
  /** The form of rates, quantities and exchange rates in responses, with the same choices. */
  readonly rates?: 'number' | number
  /** Members that responses leave out. */
  readonly absent?: {
    /** True to leave out members that are null. @default false */
    readonly nulls?: boolean
    /**
     * Members of records, by the member of `simulator.records`, such as `{ invoices: ['amount_due', 'items.rate'] }`.
     */
    readonly members?: Readonly<Record<string, readonly string[]>>
  }
  /**
   * The status of successful responses, from 200 to 299, by method and path, such as `{ 'POST
   * /public/v1/invoices/': 202 }`.
   */
  readonly statuses?: Readonly<Record<string, number>>
}

const decimalForm = read.form<DecimalForm>(
  "'number' or a whole number of decimal places from 0 to 16",
  (given) => given === 'number' || isWhole(given, 0, 16),
)

/** These headers describe the transfer of a response, so another value would break it. */
const OF_HOSTS = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

const headerText = read.form<string>(
  'a text of one line',
  (given) => typeof given === 'string' && /^[\t\x20-\x7e]*$/.test(given),
)

const readAnswers = read.members({
  texts: read.orUndefined(read.mapOf(read.text)),
  members: read.orUndefined(read.mapOf(read.anyObject)),
  headers: read.orUndefined(read.mapOf(headerText)),
  amounts: read.orUndefined(decimalForm),
  rates: read.orUndefined(decimalForm),
  absent: read.orUndefined(
    read.members({
      nulls: read.orUndefined(read.flag),
      members: read.orUndefined(read.mapOf(read.arrayOf(read.text))),
    }),
  ),
  statuses: read.orUndefined(read.mapOf(read.whole(200, 299), 'an object of operations')),
} satisfies Readonly<Record<keyof AnswerOptions, read.Reader<unknown>>>)

/** @throws OptionError naming the wrong text, record type, header or operation */
export function customAnswers(
  registry: Registry,
  router: Router,
  options: AnswerOptions | undefined,
): CustomAnswers | undefined {
  if (options === undefined) return undefined
  const { amounts, rates, absent, statuses = {} } = readAnswers(options, 'answers')
  const { texts = {}, members = {}, headers = {} } = options
  for (const name of Object.keys(headers)) {
    demand(/^[\w!#$%&'*+.^`|~-]+$/.test(name), read.below('answers.headers', name), 'is no name of a header')
    demand(
      !OF_HOSTS.includes(name.toLowerCase()),
      read.below('answers.headers', name),
      'cannot be set: whoever carries the response writes this header',
    )
  }
  checkRoutes('answers.statuses', statuses, router)
  const reword = Object.keys(texts).length > 0 ? rewording(texts) : undefined
  const form: AnswerForm = {
    ...(amounts !== undefined && { amounts }),
    ...(rates !== undefined && { rates }),
    nulls: absent?.nulls === true ? 'absent' : 'shown',
    absent: absentMembers(registry, absent?.members ?? {}),
  }
  const isAsUsual = amounts === undefined && rates === undefined && absent === undefined
  return {
    ...(reword && { reword }),
    members: extraMembers(registry, members),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
    statuses: new Map(
      Object.entries(statuses).map(([route, status]) => [withoutParameterNames(route), status]),
    ),
    ...(!isAsUsual && { form }),
  }
}

function absentMembers(registry: Registry, absent: AnswerForm['absent']): AnswerForm['absent'] {
  read.checkMembers(
    'answers.absent.members',
    absent,
    registry.definitions.map(({ name }) => name),
  )
  for (const [name, paths] of Object.entries(absent))
    for (const path of paths) {
      const option = `answers.absent.members.${name}`
      let shown: ShownFields | undefined = shownFields(registry, registry.type(name).definition.fields)
      for (const member of path.split('.')) {
        demand(shown !== undefined, option, `cannot be '${path}': it has no member ${member}`)
        read.oneOfNames([...shown.keys()])(member, option)
        shown = shown.get(member)?.within
      }
    }
  return absent
}

function extraMembers(registry: Registry, members: NonNullable<AnswerOptions['members']>): Map<string, Row> {
  read.checkMembers(
    'answers.members',
    members,
    registry.definitions.map(({ name }) => name),
  )
  const found = new Map<string, Row>()
  for (const [name, extra] of Object.entries(members)) {
    if (!isPlainObject(extra)) throw wrongOption(`answers.members.${name}`, 'an object', extra)
    for (const member of Object.keys(extra))
      if (Object.hasOwn(registry.type(name).definition.fields, member))
        throw new OptionError(`answers.members.${name}.${member}`, `${name} have a member ${member} already`)
    found.set(name, jsonCopy(extra))
  }
  return found
}

/** Finds the message of a text, and fills the text's words into the replacement. */
function rewording(texts: Readonly<Record<string, string>>): (text: string) => string {
  for (const [template, text] of Object.entries(texts)) {
    if (typeof text !== 'string') throw wrongOption(`answers.texts['${template}']`, 'a text', text)
    if (!MESSAGE_TEXTS.includes(template))
      throw new OptionError(
        'answers.texts',
        `there is no message '${template}'${didYouMean(template, MESSAGE_TEXTS)}; docs/service.md §7.4 lists them`,
      )
  }
  const known = new Map(Object.entries(texts))
  return (original) => {
    const { template = '', parts } = matchMessage(original) ?? {}
    const text = known.get(template)
    return parts && text !== undefined ? parts.prefix + fillTemplate(text, parts.placeholders) : original
  }
}
