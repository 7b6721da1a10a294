import { getOrCreateList } from '../../kernel/get-or-create-list'
import { isNamed } from '../../kernel/is-named'
import { Mistake } from '../../kernel/mistake'

/** The messages of the service (§7.4), each defined once. */
export interface Message {
  readonly text: string
  readonly section: string
  /** The text with placeholders in angle brackets, which identifies the message. */
  readonly template: string
}

/** One word for each pair of angle brackets in the template. */
type Words<T extends string> = T extends `${string}<${string}>${infer Rest}`
  ? [word: unknown, ...Words<Rest>]
  : []

type Template<T extends string> = Words<T> extends [] ? Message : (...words: Words<T>) => Message

const TEMPLATES: { readonly template: string; readonly section: string }[] = []

/** A message, or a function of the words that fill its angle brackets. */
function message<const T extends string>(section: string, template: T): Template<T> {
  TEMPLATES.push({ template, section })
  const [first = '', ...rest] = template.split(/<[^>]+>/)
  const filled = (...words: readonly unknown[]): Message => ({
    text: rest.reduce((text, part, index) => text + listed(words[index]) + part, first),
    section,
    template,
  })
  return (rest.length === 0 ? filled() : filled) as Template<T>
}

const listed = (word: unknown): string => (Array.isArray(word) ? word.join(', ') : String(word))

export const onLine = (index: number, message: Message): Message => ({
  ...message,
  text: `Line ${index + 1}: ${message.text}`,
})

/** A message about a member of a nested body. */
export const onMember = (name: string, message: Message): Message => ({
  ...message,
  text: `${name}: ${message.text}`,
})

/** The messages about members, each with the section of docs/service.md that states its rule. */
export const messages = {
  noMatch: message('7.4', '<Model> matching query does not exist'),
  pageUnreadable: message('8.1', 'int_parsing query.<name>: Input should be a valid integer'),
  pageTooSmall: message(
    '8.1',
    'greater_than_equal query.<name>: Input should be greater than or equal to <least>',
  ),
  required: message('7.4', 'Field required'),
  type: message('7.4', 'Input should be a valid <type>'),
  date: message('1.2', 'Input should be a valid date in YYYY-MM-DD format'),
  choice: message('7.4', 'Input should be one of: <values>'),
  places: message('1.1', 'Decimal input should have no more than <n> decimal places'),
  atLeast: message('7.4', 'Input should be greater than or equal to <least>'),
  atMost: message('7.4', 'Input should be less than or equal to <most>'),
  moreThan: message('7.4', 'Input should be greater than <least>'),
  unknownMember: message('1.4', 'Extra inputs are not permitted'),
  unknown: message('7.4', '<Model> with id <id> does not exist'),
  inactive: message('3', '<Model> <id> is inactive'),
  noLines: message('4.1', 'At least one line item is required'),
  oneReference: message('4.5', 'Exactly one document reference is required'),
  mismatch: message('4.5', "<Model> <id> does not match the record's <what>"),
  notPosted: message('4.5', '<Model> <id> is not posted'),
  overApplied: message('4.5', 'Amount exceeds the open amount of <Model> <id>'),
  datedAfter: message('4.5', '<Model> <id> is dated after this record'),
  twice: message('4.5', '<Model> <id> is referenced more than once'),
  unbalanced: message('4.4', 'Total debits must equal total credits'),
  oneSide: message('4.4', 'Exactly one of debit and credit is required'),
  lineCurrency: message('4.4', "Currency does not match the record's currency"),
  counterpartyNeeded: message('4.4', 'Account needs a <member>'),
  account: message('3.2', 'Account <n> cannot be used here'),
  bankAmount: message('4.5', 'Amount must equal the record amount when currencies are equal'),
  companyRate: message('2.8', 'Exchange rate must be 1 in the company currency'),
  locked: message('11.4', 'Posting period is locked'),
  status: message('11.1', 'Cannot change record status from <from> to <to>'),
  applied: message('11.2', 'Record has applied transactions'),
  pendingApproval: message('11.3', 'Record has a pending approval'),
  approvalRequired: message('11.3', 'Approval is required'),
  policyRequires: message('11.3', 'Approval by the policy <name> is required'),
  noApprovers: message('11.3', 'A step needs somebody to approve it'),
  conditionField: message('11.3', 'Unknown field: <name>'),
  conditionValue: message('11.3', 'Invalid value for operator: <operator>'),
  fixed: message('5.1', 'Cannot be changed'),
  fixedByApplied: message('11.2', 'Cannot be changed while transactions are applied'),
  classificationRequired: message('2.5', 'Classification <name> is required'),
  notUndeposited: message('4.6.12', '<Model> <id> is not in Undeposited Funds'),
  belowFulfilled: message('11.5', 'Quantity is below what was taken'),
  inUse: message('3', '<Model> is in use and cannot be deleted'),
  lineInUse: message('4.1', 'Line with id <id> is in use and cannot be deleted'),
  belowItself: message('3.4', '<Model> <id> cannot be below itself'),
  taken: message('3', 'Value <value> is already in use'),
  customField: message('2.6', 'Unknown custom field: <name>'),
  customFieldValue: message('2.6', 'Invalid value for custom field: <name>'),
  topic: message('14.1', 'Unknown topic: <name>'),
  publicUrl: message('14.1', 'URL must be a public HTTPS URL'),
  recurrence: message('11.6', 'Invalid recurrence rule'),
  addUpTo: message('13.1', 'Values should add up to <total>'),
  oneShare: message('13.1', 'Each should have a percentage, or each an amount'),
  risingTiers: message('13.1', 'Tiers should rise, and the last one should have no up_to'),
  tooManyPeriods: message('13.1', 'No more than <most> periods can be planned'),
  unmatchedLine: message('13.5', 'The line stands for nothing that the contract bills by this invoice'),
  missingLines: message('13.5', 'Every line that the contract bills by this invoice is required'),
  usageOutsideTerm: message('13.5', 'Usage of <date> lies outside the term'),
  outsideTerm: message('13.5', 'Input should be a date from <start> to <end>'),
  typeNeeded: message('13.1', 'A discount needs a type'),
  noMilestone: message('13.4', 'No milestone called <name> is to be achieved'),
  notActive: message('13.2', '<Model> <id> is not active'),
  length: message('7.4', 'Input should have <least> to <most> characters'),
  datesReversed: message('8.4', 'Start date must not be after end date'),
  datesTooFarApart: message('8.4', 'Date range must not exceed <days> days'),
  ordering: message('8.4', 'Unsupported ordering: <value>'),
  itemAccount: message('3.3', 'Item <n> has no account for this side'),
  tooManyFiles: message('7.1', 'No more than <most> files can be sent at once'),
  fileTooLarge: message('7.1', 'File <name> is larger than <most> bytes'),
  noSystemAccount: message('12.1', 'No account serves as <name>'),
  noPaperCheck: message('4.6.17', '<Model> <id> cannot be paid by paper check'),
  hasPaperCheck: message('4.6.17', '<Model> <id> has an active paper check'),
  notToPrint: message('4.6.17', '<Model> <id> is not waiting to be printed'),
}

/** Every message, as the table of §7.4 lists them. */
export const MESSAGE_TEMPLATES: readonly { readonly template: string; readonly section: string }[] = TEMPLATES

/** Messages by member; `__all__` for those tied to no member (docs/service.md §7.3). */
export type Errors = Readonly<Record<string, readonly string[]>>

/** Messages with the sections of the rules behind them. */
type MessagesByMember = Readonly<Record<string, readonly Message[]>>

/** One thing that is wrong with a request. */
interface Problem {
  /** `__all__` for a problem that belongs to no member. */
  readonly member: string
  readonly text: string
  /** The text with the exact path, such as `items.0.rate: Field required`. */
  readonly exact?: string
  readonly isMissing?: true
}

/** The service's answer to a request that it does not carry out. Nothing of the request remains. */
export class Refusal extends Mistake {
  override readonly name = 'Refusal'
  /** The errors by member, as in the body of the answer. */
  readonly errors: Errors

  constructor(
    readonly status: number,
    /** @internal */
    readonly messages: MessagesByMember,
    /** Details for the traffic that the body lacks: the exact member, the known names. */
    readonly detail = '',
    /** @internal */
    readonly problems: readonly Problem[] = problemsIn(messages),
  ) {
    const found = Object.entries(messages).map(
      ([member, all]) => [member, all.map(({ text }) => text)] as const,
    )
    super(found.map(([member, texts]) => `${member}: ${texts.join('; ')}`).join(' | '))
    this.errors = Object.fromEntries(found)
  }

  /** @internal */
  override nameCall(call: string): void {
    const isPart = call.endsWith('.update') && this.problems.some(({ isMissing }) => isMissing)
    const hint = isPart ? '; update takes the whole record, as PUT does' : ''
    // The exact members, where they are known.
    const texts = this.problems.map(({ member, text, exact = `${member}: ${text}` }) =>
      member === '__all__' ? text : indexed(exact),
    )
    const more = this.status === 404 && this.detail !== '' ? ` (${this.detail})` : ''
    this.message = `${call} refused: ${[...new Set(texts)].join('; ')}${more}${hint}`
  }
}

/** `items.0.rate` -> `items[0].rate` */
const indexed = (text: string): string => text.replace(/\.(\d+)(?=[.:"]|$)/g, '[$1]')

const problemsIn = (found: MessagesByMember): Problem[] =>
  Object.entries(found).flatMap(([member, texts]) => texts.map((message) => problem(member, message)))

const problem = (member: string, message: Message, exact?: string): Problem => ({
  member,
  text: message.text,
  ...(exact !== undefined && { exact }),
  ...(message === messages.required && { isMissing: true }),
})

/** The messages of a refused body that is nested in another one. */
export const messagesWithin = ({ messages: found }: Refusal): Message[] =>
  Object.entries(found).flatMap(([name, texts]) =>
    name === '__all__' ? texts : texts.map((message) => onMember(name, message)),
  )

export const refuse = {
  invalid: (messages: MessagesByMember, detail = '', problems?: readonly Problem[]): Refusal =>
    new Refusal(422, messages, detail, problems),
  missing: (model: string, detail = '', section = '7.4'): Refusal =>
    new Refusal(404, { __all__: [{ ...messages.noMatch(model), section }] }, detail),
}

/** True for a Refusal, also for one of another copy of the package. */
export const isRefusal = isNamed<Refusal>('Refusal')

const MESSAGES_AT_MOST = 100
const DETAILS_AT_MOST = 5

/** Collects the problems of a request, stage by stage (docs/service.md §7.5). */
export class Problems {
  // A map, because clients choose the names of members and one may be `__proto__`. Most requests need none.
  #messages: Map<string, Message[]> | undefined
  readonly #details: string[] = []
  readonly #problems: Problem[] = []

  /**
   * @param detail for the traffic
   * @param exact the text with the exact path, for a call without HTTP
   */
  add(member: string, message: Message, detail?: string, exact?: string): void {
    this.#messages ??= new Map()
    const messages = getOrCreateList(this.#messages, member)
    if (messages.length >= MESSAGES_AT_MOST || messages.some(({ text }) => text === message.text)) return
    messages.push(message)
    this.#problems.push(problem(member, message, exact))
    // The detail is left out if it only repeats the message.
    if (detail && detail !== member && detail !== `${member}: ${message.text}`) this.#details.push(detail)
  }

  get any(): boolean {
    return this.#messages !== undefined
  }

  /** Ends a stage: throws a Refusal with all problems of the stage. */
  throwIfAny(): void {
    if (this.#messages === undefined) return
    throw refuse.invalid(
      Object.fromEntries(this.#messages),
      this.#details.slice(0, DETAILS_AT_MOST).join('; '),
      this.#problems,
    )
  }
}
