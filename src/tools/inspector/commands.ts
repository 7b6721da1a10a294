import type { TrialBalanceLine } from '../../index'
import { balanceText, tooOldText } from './amounts'
import type { Registered } from './endpoints'
import type { EndpointVerb, LinkTarget, ProposedFault } from './entries'
import type { RecordType } from './record-columns'
import { recordName } from './record-name'

export type KnownAccount = Pick<TrialBalanceLine, 'account_number' | 'account_name' | 'balance'>

/** Something that the command bar offers: a place, or an action. */
export interface OfferedCommand {
  readonly name: string
  /** The kind of thing that it is. */
  readonly note: string
  readonly tab?: string
  readonly subject?: LinkTarget
  readonly action?: CalledControl
  /** The fault that it arms. */
  readonly fault?: ProposedFault
  /** The entry that it copies as a test. */
  readonly copies?: number
  /** The entry before which the world goes back. */
  readonly before?: number
  /** True if the text begins with its verb, so that Enter does it. */
  readonly isSaid?: boolean
}

export interface CalledControl {
  readonly method?: 'DELETE'
  readonly path: string
  readonly body?: object
  readonly done: string
}

const advance = (duration: string): CalledControl => ({
  path: '/clock/advance',
  body: { duration },
  done: `Time moved on by ${duration}.`,
})

const ACTIONS: Readonly<Record<string, CalledControl>> = {
  'Next thing due': { path: '/clock/next', done: 'Time moved on to the next thing due.' },
  'Advance 1 hour': advance('1 hour'),
  'Advance 1 day': advance('1 day'),
  'Take a snapshot': { path: '/snapshots', done: 'A snapshot is taken.' },
  'Hold deliveries': { path: '/webhooks/hold', done: 'Deliveries are held.' },
  'Release deliveries': { path: '/webhooks/release', done: 'Deliveries are released.' },
  'Send what is due': { path: '/webhooks/flush', done: 'What was due is sent.' },
  'Disarm every fault': { method: 'DELETE', path: '/faults', done: 'Every fault is disarmed.' },
}

/** Types that one word may mean. */
const TYPES_AT_MOST = 4

type NumberedType = Pick<RecordType, 'name' | 'title'>
type KnownType = Pick<RecordType, 'name' | 'title' | 'path'>

/** Reads the number of a thing: `#12`, `4000`, or `approve bill 4`, which names a type by the start of its title. */
export function numberedIn<Type extends NumberedType>(text: string, types: readonly Type[]) {
  const words = /^(?:(?:approve|pay) +)?([a-z ]*?) *(#?)(\d+)$/.exec(text.trim().toLowerCase())
  const [, word = '', sign = '', digits = ''] = words ?? []
  return {
    id: Number(digits),
    isBare: digits !== '' && word === '',
    isSigned: sign !== '',
    meant: typesNamed(word, types),
  }
}

/** The types whose titles begin with a word, such as `Companies` for `company`. */
const typesNamed = <Type extends NumberedType>(word: string, types: readonly Type[]): readonly Type[] =>
  types
    .filter(({ title }) => word !== '' && title.toLowerCase().startsWith(word.replace(/(.)y$/, '$1')))
    // `invoice` means invoices before their lines.
    .sort((one, other) => one.title.length - other.title.length)
    .slice(0, TYPES_AT_MOST)

const METHOD = /^(get|post|put|patch|delete)$/i
const STATUS = /^[45]\d\d$/
const PATH = /^\//

/** The patterns that a method and a record type may mean. Of one that is not there, the service tells the nearest. */
function patternsNamed(method: string, word: string, types: readonly KnownType[]): string[] {
  const known = typesNamed(word, types)
  const [first = '', ...rest] = word.split(' ')
  // The service says which method was meant.
  if (!known[0] && method === '*' && rest[0]) return patternsNamed(first.toUpperCase(), rest.join(' '), types)
  const paths = known[0] ? known.map(({ path }) => path) : [`/public/v1/${word.replaceAll(' ', '-')}/`]
  // A POST to the collection makes a record.
  return paths.flatMap((path) => (path ? `${method} ${path}${method === 'POST' ? '' : '*'}` : []))
}

/** Reads `fail [status] [method] [path or record type]`, in any order, and a status without the verb. */
function failing(typed: string, types: readonly KnownType[]): readonly OfferedCommand[] {
  const isVerb = typed.length > 2 && 'fail the next request'.startsWith(typed.toLowerCase())
  const [, verb, said = ''] = /^(fail +)?(.*)$/i.exec(isVerb ? 'fail ' : typed) ?? []
  const words = said.split(/ +/)
  const [status, named, path] = [STATUS, METHOD, PATH].map((kind) => words.find((word) => kind.test(word)))
  const type = words.filter((word) => word !== status && word !== named && word !== path).join(' ')
  if (!(verb || (status && type === '')) || /[^a-z ]/i.test(type)) return []
  const method = (named ?? '*').toUpperCase()
  const patterns =
    type === ''
      ? [named || path ? `${method} ${path ?? '/public/*'}` : '']
      : patternsNamed(method, type.toLowerCase(), types)
  return patterns.map((on) => ({
    name: `Fail the next ${on === '' ? 'request' : on.replace(/^\*/, 'request to')} with ${status ?? 503}`,
    note: 'action',
    fault: { on, then: { status: Number(status ?? 503) } },
  }))
}

/** A state of the world that was kept. */
export interface KnownSnapshot {
  readonly id: string | number
  readonly name: string
}

export type KnownWebhook = Pick<Registered, 'uuid' | 'url' | 'is_active' | 'missed'> &
  Partial<Pick<Registered, 'forgotten'>>

/**
 * Offers more for a text: a fault for `503`, going back for `#12`, snapshots and webhooks for a part of a name.
 * @param kept the entries before which the world can go back
 */
export function furtherCommands(
  text: string,
  snapshots: readonly KnownSnapshot[],
  webhooks: readonly KnownWebhook[],
  kept?: Pick<ReadonlySet<number>, 'has'>,
  types: readonly KnownType[] = [],
): readonly OfferedCommand[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/ +/)
  const sequence = Number(/^(?:copy|(?:go )?back|before)? *#?(\d+)$/.exec(wanted)?.[1])
  const offered: readonly OfferedCommand[] = [
    ...failing(text.trim(), types),
    ...(sequence ? [{ name: `Copy #${sequence} as test`, note: 'action', copies: sequence }] : []),
    ...(kept?.has(sequence)
      ? [{ name: `Go back to before #${sequence}`, note: 'action', before: sequence }]
      : []),
    ...[
      { name: 'Compare snapshots', note: 'tab', tab: 'Snapshots' },
      ...[...snapshots].reverse().flatMap(({ id, name }) => [
        to(`Compare snapshot ${name} with now`, 'Snapshots', { compared: id }),
        {
          name: `Restore snapshot ${name}`,
          note: 'action',
          action: { path: `/snapshots/${id}/restore`, done: `Done: Restore snapshot ${name}.` },
        },
      ]),
      ...webhooks.flatMap(endpointCommands),
    ].filter(({ name }) => wanted.length > 2 && words.every((word) => name.toLowerCase().includes(word))),
  ]
  return offered.map((one) => ({
    ...one,
    // Nobody shall break or undo something by chance.
    isSaid: one.note === 'action' && one.name.toLowerCase().startsWith(`${words[0]} `),
  }))
}

const to = (name: string, tab: string, subject: LinkTarget, note = 'action'): OfferedCommand => ({
  name,
  note,
  tab,
  subject,
})

function endpointCommands({
  uuid: webhook,
  url,
  is_active,
  missed,
  ...hook
}: KnownWebhook): readonly OfferedCommand[] {
  const act = (name: string, verb: EndpointVerb): OfferedCommand => to(name, 'Webhooks', { webhook, verb })
  return [
    to(
      [`Webhook ${url}`, is_active ? '' : 'disabled', tooOldText(hook)].filter(Boolean).join(', '),
      'Webhooks',
      { webhook },
      'webhook',
    ),
    ...(is_active ? [] : [act(`Activate ${url}`, 'activate')]),
    ...(missed > 0
      ? [act(`Send the ${missed} missed by ${url}${is_active ? '' : ', and activate it'}`, 'catchUp')]
      : []),
  ]
}

const isFilter = ({ subject }: OfferedCommand): boolean => subject?.filter !== undefined
const isPlace = ({ tab }: OfferedCommand): boolean => tab !== undefined

/** A record of that name is likelier than a filter. */
export const offeredInOrder = (
  all: readonly OfferedCommand[],
  further: readonly OfferedCommand[],
  records: readonly OfferedCommand[],
): readonly OfferedCommand[] => [
  ...all.filter((one) => !isFilter(one)),
  ...further.filter(({ isSaid }) => isSaid),
  ...further.filter((one) => isPlace(one) && !one.isSaid),
  ...records,
  ...all.filter(isFilter),
  ...further.filter((one) => !isPlace(one) && !one.isSaid),
]

/**
 * The commands that a text may mean, the likeliest first: `#12`, `4000`, `+2 hours`, a part of the name of a tab, an
 * account or an action. Whatever else it is, it can be a filter.
 */
export function commandsFor(
  text: string,
  tabs: readonly string[],
  types: readonly NumberedType[],
  accounts: readonly KnownAccount[] = [],
): readonly OfferedCommand[] {
  const typed = text.trim()
  const wanted = typed.toLowerCase()
  const { id, isBare, isSigned, meant } = numberedIn(text, types)
  const [, duration = ''] = /^(?:\+|advance +)(\d.*)$/.exec(wanted) ?? []
  const fits = (name: string): boolean => name.toLowerCase().includes(wanted)
  const entry = isBare ? [{ name: `#${id}`, note: 'entry', tab: 'Timeline', subject: { entry: id } }] : []
  const named = accounts
    .filter(({ account_number: number, account_name: name }) =>
      isBare ? number === id : wanted.length > 2 && fits(name),
    )
    // Several companies may have it.
    .filter(({ account_number: number }, at, all) => all[at - 1]?.account_number !== number)
    .map(({ account_number: account, account_name, balance }) => ({
      name: `Account ${account} ${account_name}, ${balanceText(balance)}`,
      note: 'account',
      tab: 'Trial balance',
      subject: { account },
    }))
  return [
    ...(isSigned ? [] : named),
    ...entry,
    ...meant.map(({ name: type }) => ({
      name: recordName({ type, id }),
      note: 'record',
      tab: 'Records',
      subject: { record: { type, id } },
    })),
    ...(duration === '' ? [] : [{ name: `Advance ${duration}`, note: 'action', action: advance(duration) }]),
    ...tabs.filter(fits).map((tab) => ({ name: tab, note: 'tab', tab })),
    ...Object.entries(ACTIONS)
      .filter(([name]) => fits(name))
      .map(([name, action]) => ({ name, note: 'action', action })),
    ...(typed === ''
      ? []
      : [{ name: `Filter: ${typed}`, note: 'timeline', tab: 'Timeline', subject: { filter: typed } }]),
  ]
}
