import type { BrokenInvariant } from '../../index'
import { grouped, tooOldText } from './amounts'
import { FAILED_TOO_LONG, failingText, type Hook } from './endpoints'
import { isError, isLimited, type Line, type LinkTarget, type RecordLink, sentKey } from './entries'
import { type RecordJson, recordTitle } from './record-columns'
import { isFailure } from './tries'
import { instantText, lineName } from './widgets'

/** Something that a person may want to look at. */
export interface Attention {
  readonly what: string
  /** The name of the thing. */
  readonly text: string
  readonly why: string
  /** The place that shows it. */
  readonly tab: string
  readonly subject: LinkTarget
  /** The record, where an approval is all that it waits for. */
  readonly approvable?: RecordLink
  /** The id of a disabled webhook. */
  readonly activable?: string | undefined
  readonly missed?: number
  /** True if nothing is wrong. */
  readonly isNews?: true
}

/** Two webhooks may have one address. Findings in the books have no place of their own, only their texts. */
export const keyOf = ({ what, text, why, subject }: Attention): string =>
  JSON.stringify([what, text, Object.keys(subject).length > 0 ? subject : why])

export interface WaitingRecord {
  readonly name: RecordLink
  readonly record: RecordJson
}

/** The state of a world, as far as something in it may be wrong. */
export interface Looked {
  readonly lines: readonly Line[]
  readonly tries: ReadonlyMap<number, readonly Line[]>
  /** Errors up to this entry were seen. */
  readonly seen: number
  readonly broken: readonly BrokenInvariant[]
  readonly webhooks: readonly Hook[]
  readonly waiting: readonly WaitingRecord[]
  readonly faults: readonly KnownIdle[]
  /** The number of earlier entries that are kept no more. */
  readonly forgotten?: number
}

interface KnownIdle {
  readonly id: number
  readonly on: string
  readonly hits: number
  /** 0 if it is over, be it disarmed or past its end; null for any number. */
  readonly remaining?: number | null
  /** True until any request came, or any delivery for a fault of deliveries. */
  readonly waits?: boolean
}

/** True until any request, or any delivery, came after a fault was armed, at an instant or behind an entry. */
export const isUnmet = (on: string, lines: readonly Line[], from: string, behind: number): boolean => {
  const wanted = hitBy(on)
  return !lines.some(
    ({ entry: { kind, at, sequence } }) => kind === wanted && at >= from && sequence > behind,
  )
}

const hitBy = (on: string): string => (on.startsWith('DELIVERY') ? 'delivery' : 'request')

export const isFailedRequest = (line: Line): boolean => line.entry.kind === 'request' && isError(line)

/** Requests whose last try failed, by the last try. */
function givenUp(lines: readonly Line[], tries: ReadonlyMap<number, readonly Line[]>): readonly Line[] {
  return lines.filter((line) => {
    if (!isFailure(line)) return false
    const all = tries.get(line.entry.sequence)
    return all === undefined || all.at(-1) === line
  })
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ')

/** The reason, and how many others there are. */
const withOthers = (why: string, count: number, where: string): string =>
  joined(why, count > 0 ? `${grouped(count)} more ${where}` : '')

/** Lists the things that a person may want to look at, the gravest first. */
export function attentionOf(looked: Looked): readonly Attention[] {
  const { lines, tries, seen, broken, webhooks, waiting, faults, forgotten = 0 } = looked
  const unseen = lines.filter(({ entry }) => entry.sequence > seen)
  const errors = unseen.filter(isFailedRequest)
  const left = givenUp(unseen, tries)
  const limited = unseen.filter(isLimited)
  const lastLimited = limited.at(-1)?.entry
  const [first] = errors
  const last = left.at(-1)
  const unused = faults.filter(({ hits, remaining }) => hits === 0 && remaining !== 0).reverse()
  const [idle, ...others] = unused.filter(({ waits }) => !waits)
  const fresh = unused.find(({ waits }) => waits)
  const entry = (what: string, line: Line, why: string): Attention => ({
    what,
    text: lineName(line),
    why,
    tab: 'Timeline',
    subject: { entry: line.entry.sequence },
  })
  const fault = (what: string, { id, on }: KnownIdle, why: string): Attention => ({
    what,
    text: `Fault ${id} for ${on}`,
    why,
    tab: 'Faults',
    subject: { fault: id },
  })
  return [
    ...broken.map(({ invariant, where, text }) => ({
      what: 'Books',
      text: `${invariant}, ${where}`,
      why: text,
      tab: 'Trial balance',
      subject: {},
    })),
    ...(first
      ? [
          entry(
            forgotten > 0 && seen === 0 ? 'First error still known' : 'First error',
            first,
            withOthers(first.why, errors.length - 1, 'after it'),
          ),
        ]
      : []),
    ...(last ? [entry('Not tried again', last, withOthers(last.why, left.length - 1, 'before it'))] : []),
    ...(lastLimited
      ? [
          {
            what: 'Refused by limits',
            text: `${grouped(limited.length)} ${limited.length === 1 ? 'request' : 'requests'}`,
            why: `last ${instantText(lastLimited.at)}, key ${lastLimited.key}, ${lastLimited.reason?.bucket}`,
            tab: 'Limits',
            subject: { bucket: lastLimited.reason?.bucket ?? '', key: sentKey(lastLimited) },
          },
        ]
      : []),
    ...webhooks
      .filter(({ is_active }) => !is_active)
      .map(({ uuid: webhook, url, disabled_at, missed, forgotten = null }) => ({
        what: 'Webhook disabled',
        text: url,
        why: joined(
          disabled_at === null ? 'by a request' : `${instantText(disabled_at)}, ${FAILED_TOO_LONG}`,
          missed > 0 ? `events that it missed: ${missed}` : '',
          tooOldText({ forgotten }),
        ),
        tab: 'Webhooks',
        subject: { webhook },
        activable: webhook,
        missed,
      })),
    ...webhooks.flatMap((hook) => {
      const why = failingText(hook, lines)
      const subject = { webhook: hook.uuid }
      return why === '' ? [] : [{ what: 'Webhook fails', text: hook.url, why, tab: 'Webhooks', subject }]
    }),
    ...waiting.map(({ name, record }) => ({
      what: 'Waits for approval',
      text: recordTitle(name, record),
      why: '',
      tab: 'Records',
      subject: { record: name },
      approvable: name,
    })),
    ...(idle ? [fault('Fault hit nothing', idle, withOthers('', others.length, 'hit nothing'))] : []),
    ...(fresh
      ? [{ ...fault('Fault armed', fresh, `no ${hitBy(fresh.on)} came since`), isNews: true as const }]
      : []),
  ]
}
