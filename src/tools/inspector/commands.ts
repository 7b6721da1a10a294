import { balanceText } from './amounts'
import type { LinkTarget } from './entries'
import { type RecordType, recordName } from './record-columns'

/** An account of the trial balance. */
export interface KnownAccount {
  readonly account_number: number
  readonly account_name: string
  readonly balance: string
}

/** Something that the command bar offers: a place, or an action. */
export interface OfferedCommand {
  readonly name: string
  /** The kind of thing that it is. */
  readonly note: string
  readonly tab?: string
  readonly subject?: LinkTarget
  readonly action?: CalledControl
  /** The entry that it copies as a test. */
  readonly copies?: number
  /** The entry before which the world goes back. */
  readonly before?: number
  /** True if the text says nothing else, so that Enter does it. */
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

/** Reads the number of a thing: `#12`, `4000`, or `approve bill 4`, which names a type by the start of its title. */
export function numberedIn<Type extends NumberedType>(text: string, types: readonly Type[]) {
  const words = /^(?:(?:approve|pay) +)?([a-z ]*?) *(#?)(\d+)$/.exec(text.trim().toLowerCase())
  const [, word = '', sign = '', digits = ''] = words ?? []
  const meant = types.filter(({ title }) => word !== '' && title.toLowerCase().startsWith(word))
  return {
    id: Number(digits),
    isBare: digits !== '' && word === '',
    isSigned: sign !== '',
    meant: meant.slice(0, TYPES_AT_MOST),
  }
}

/** A state of the world that was kept. */
export interface KnownSnapshot {
  readonly id: string | number
  readonly name: string
}

export interface KnownWebhook {
  readonly url: string
  readonly is_active: boolean
}

const acting = (name: string, path: string, body: object = {}): OfferedCommand => ({
  name,
  note: 'action',
  action: { path, body, done: `Done: ${name}.` },
})

/**
 * Offers more for a text: a fault for `503`, going back for `#12`, snapshots and webhooks for a part of a name.
 * @param kept the entries before which the world can go back
 */
export function furtherCommands(
  text: string,
  snapshots: readonly KnownSnapshot[],
  webhooks: readonly KnownWebhook[],
  kept?: ReadonlySet<number>,
): readonly OfferedCommand[] {
  const wanted = text.trim().toLowerCase()
  const isLong = wanted.length > 2
  const isFailing = isLong && 'fail the next request'.startsWith(wanted)
  const [, status, method, path = '/public/*'] =
    /^(?:fail +)?([45]\d\d)(?: +(get|post|put|patch|delete)(?: +(\/\S*))?)?$/.exec(
      isFailing ? '503' : wanted,
    ) ?? []
  const on = method && `${method.toUpperCase()} ${path}`
  const sequence = Number(/^(?:copy|(?:go )?back|before)? *#?(\d+)$/.exec(wanted)?.[1])
  return [
    ...(status
      ? [
          {
            ...acting(`Fail the next ${on ?? 'request'} with ${status}`, '/faults', {
              ...(on && { on }),
              then: { status: Number(status) },
            }),
            isSaid: wanted !== status && !isFailing,
          },
        ]
      : []),
    ...(sequence ? [{ name: `Copy #${sequence} as test`, note: 'action', copies: sequence }] : []),
    ...(kept?.has(sequence)
      ? [{ name: `Go back to before #${sequence}`, note: 'action', before: sequence }]
      : []),
    ...[
      { name: 'Compare snapshots', note: 'tab', tab: 'Snapshots' },
      ...snapshots.map(({ id, name }) => acting(`Restore snapshot ${name}`, `/snapshots/${id}/restore`)),
      ...webhooks.map(({ url, is_active }) => ({
        name: `Webhook ${url}${is_active ? '' : ', disabled'}`,
        note: 'webhook',
        tab: 'Webhooks',
      })),
    ].filter(({ name }) => isLong && name.toLowerCase().includes(wanted)),
  ]
}

const isFilter = ({ subject }: OfferedCommand): boolean => subject?.filter !== undefined
const isPlace = ({ tab }: OfferedCommand): boolean => tab !== undefined

/** A record of that name is likelier than a filter, and nobody shall break or undo something by chance. */
export const offeredInOrder = (
  all: readonly OfferedCommand[],
  further: readonly OfferedCommand[],
  records: readonly OfferedCommand[],
): readonly OfferedCommand[] => [
  ...further.filter(({ isSaid }) => isSaid),
  ...all.filter((one) => !isFilter(one)),
  ...further.filter(isPlace),
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
