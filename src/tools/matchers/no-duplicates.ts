import { demand, OptionError } from '../../errors/option-error'
import { members, namesOf, orUndefined, text } from '../../errors/reader'
import type { Simulator, TrafficEntry } from '../../index'
import { jsonOrText } from '../../kernel/decoded-text'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { isObject } from '../../kernel/is-object'
import { rememberedMembers } from '../../kernel/kept-members'
import { didYouMean } from '../../kernel/nearest-name'
import { callContent, canonical, idempotencyKeyOf, requestLine, routeOf } from '../calls'
import { isRecordSet, isSimulator, receivedRecords, trafficOf } from './received'
import { firstOf, type Verdict, verdict, warnOfNothing } from './verdict'

export interface DuplicateOptions {
  /**
   * Members that identify a record, such as `'reference_number'`. Records without any of them are skipped. A
   * member that no record can have is refused, even while there are no records; one that none of several
   * requests has causes a warning. Only for an empty array of your own can members not be checked.
   * @default all members that clients write
   */
  readonly by?: string | readonly string[]
}

const readOptions = members({ by: orUndefined((given, option) => namesOf(text)([given].flat(), option)) })

/** Passes if nothing was created twice; see `toHaveNoDuplicates`. */
export function hasNoDuplicates(received: unknown, options: DuplicateOptions = {}): Verdict {
  const { by } = readOptions(options, '')
  const records = receivedRecords(received)
  if (by) checkBy(by, membersKnownTo(received))
  if (isRecordSet(received) && records?.length === 0)
    warnOfNothing('toHaveNoDuplicates', `there are no ${received.type.title.toLowerCase()}`)
  return records ? distinctRecords(records, by) : singleWrites(standing(received), by)
}

/** Members that the service sets when it creates or changes a record. */
const NOT_WRITTEN = new Set(
  `id internal_id number uuid transaction_ids created_by updated_by created_at updated_at timestamp record_status
  status amount_due paid_total used_amount remaining_amount payment attachments approval_status next_approvers
  rejected_by paper_check_status customer_deposits reversal_items invoiced_total invoiced_status billed_total
  billed_status due_total quantity_invoiced quantity_billed quantity_due records next_occurrence last_generated
  is_locked invoices revenue_recognitions pending_approval_count`.split(/\s+/),
)

/** The traffic without requests that a restore undid. Bare traffic does not show restores. */
function standing(received: unknown): readonly TrafficEntry[] {
  const traffic = trafficOf(received)
  if (!isSimulator(received)) return traffic
  const kept = new Set<number>()
  let end = Number.POSITIVE_INFINITY
  for (const entry of [...received.timeline].reverse()) {
    if (entry.sequence > end) continue
    kept.add(entry.sequence)
    if (entry.kind === 'clock') end = entry.after ?? end
  }
  return traffic.filter(({ sequence }) => kept.has(sequence))
}

function distinctRecords(records: readonly object[], members: readonly string[] | undefined): Verdict {
  const alike = groups(records, (record) => (members ? picked(record, members) : written(record)))
  const offences = alike.map(
    (group) =>
      `${group.map(recordName).join(' and ')}${members ? ` have the same ${sameOf(group, members)}` : ' are alike'}`,
  )
  const alikeIn = members ? `with the same ${members.join(', ')}` : 'that are alike'
  return verdict(`no two records ${alikeIn}`, `two records ${alikeIn}`, offences)
}

/** Creations that the service carried out, whether or not the client got the response. */
function singleWrites(traffic: readonly TrafficEntry[], members: readonly string[] | undefined): Verdict {
  const made = traffic.filter(isMade)
  if (made.length === 0) warnOfNothing('toHaveNoDuplicates', 'no POST was carried out')
  if (members) checkCarried(made, members)
  const identity = (entry: TrafficEntry): string | undefined => {
    const picks = members && picked(jsonOrText(entry.request.body ?? ''), members)
    return members ? picks && `${routeOf(entry)} ${picks}` : callContent(entry)
  }
  // Traffic that was not recorded by a simulator may lack reasons.
  const removed = traffic.filter(({ reason }) => reason?.verb === 'remove' && reason.record !== undefined)
  const offences = madeTwice(made, removed, identity).map((group) =>
    [`made ${group.length} times:`, ...firstOf(group.map(requestLine)), ...keysOf(group)].join('\n    '),
  )
  return verdict('no write made twice', 'a write made twice', offences)
}

/** Says if keys were missing or all different, so that the service saw no retries (docs/service.md §10). */
function keysOf(group: readonly TrafficEntry[]): string[] {
  const keys = new Set(group.map(idempotencyKeyOf))
  if (keys.size === 1 && keys.has(undefined))
    return [`${group.length === 2 ? 'neither' : 'none'} carried an Idempotency-Key`]
  return keys.size === group.length && !keys.has(undefined) ? ['each carried another Idempotency-Key'] : []
}

const madeTwice = (
  made: readonly TrafficEntry[],
  removed: readonly TrafficEntry[],
  identity: (entry: TrafficEntry) => string | undefined,
) =>
  groups(made, identity)
    .map(withoutReplays)
    .map((group) => group.filter((entry, place) => !isRemovedBefore(group[place + 1], entry, removed)))
    .filter((group) => group.length > 1)

/** A record may be created again after it was removed. */
const isRemovedBefore = (
  next: TrafficEntry | undefined,
  { sequence, reason }: TrafficEntry,
  removed: readonly TrafficEntry[],
): boolean =>
  next !== undefined &&
  removed.some(
    (one) =>
      one.sequence > sequence &&
      one.sequence < next.sequence &&
      one.reason.record?.type === reason?.record?.type &&
      one.reason.record?.id === reason?.record?.id,
  )

/** Warns if no request has any of the members, because then nothing is compared. */
function checkCarried(made: readonly TrafficEntry[], members: readonly string[]): void {
  const isCarried = made.some(({ request }) => picked(jsonOrText(request.body ?? ''), members) !== undefined)
  if (isCarried || made.length < 2) return
  const names = members.join(', ')
  warnOfNothing('toHaveNoDuplicates', `by names ${names}, which none of the ${made.length} POSTs has`)
}

/** The bodies of request and response. The created record has members that clients may omit. */
const sides = ({ request, response, unseen }: TrafficEntry): unknown[] =>
  [request.body, (unseen ?? response)?.body].map((body) => jsonOrText(body ?? ''))

/** Removes replays: later requests with the same idempotency key and the same response. */
function withoutReplays(tries: readonly TrafficEntry[]): TrafficEntry[] {
  const known = new Set<string>()
  return tries.filter((entry) => {
    const key = idempotencyKeyOf(entry)
    if (key === undefined) return true
    const reply = `${key} ${(entry.unseen ?? entry.response)?.body}`
    return !known.has(reply) && known.add(reply)
  })
}

const isMade = (entry: TrafficEntry): boolean => entry.request.method === 'POST' && isCarriedOut(entry)

const isCarriedOut = ({ response, unseen }: TrafficEntry): boolean =>
  Math.floor(((unseen ?? response)?.status ?? 0) / 100) === 2

function groups<Thing>(things: readonly Thing[], identity: (thing: Thing) => string | undefined): Thing[][] {
  const found = new Map<string, Thing[]>()
  for (const thing of things) {
    const key = identity(thing)
    if (key !== undefined) getOrCreateList(found, key).push(thing)
  }
  return [...found.values()].filter((group) => group.length > 1)
}

/** Undefined if the record has none of the members. */
function picked(record: unknown, members: readonly string[]): string | undefined {
  const values = members.map((member) => (record as Record<string, unknown> | null)?.[member] ?? '')
  return values.every((value) => value === '') ? undefined : JSON.stringify(canonical(values))
}

const written = (record: object): string =>
  JSON.stringify(canonical(record), (name, value) => (NOT_WRITTEN.has(name) ? undefined : value))

const sameOf = ([first]: readonly object[], members: readonly string[]): string =>
  members
    .map((member) => `${member} ${JSON.stringify((first as Record<string, unknown>)[member])}`)
    .join(', ')

function recordName(record: object): string {
  const { number, id }: { number?: unknown; id?: unknown } = record
  return `record ${String(number ?? id ?? '')}`
}

/**
 * Refuses names in `by` that no record can have, because no records could be duplicates by them. For an empty
 * array of the user's own, the members are unknown.
 * @throws OptionError that suggests the nearest member
 */
function checkBy(by: readonly string[], known: ReadonlySet<string>): void {
  demand(by.length > 0, 'by', "names at least one member, such as 'reference_number'")
  if (known.size === 0) return
  for (const name of by)
    if (!known.has(name))
      throw new OptionError(
        'by',
        `by names ${JSON.stringify(name)}, which no record has${didYouMean(String(name), known)}`,
      )
}

/** The members seen in records and requests, and those of the record type; for a simulator, of all types. */
function membersKnownTo(received: unknown): ReadonlySet<string> {
  const seen = receivedRecords(received) ?? trafficOf(received).filter(isMade).flatMap(sides)
  const shown = seen.flatMap((record) => (isObject(record) ? Object.keys(record) : []))
  return new Set([...shown, ...declaredBy(received)])
}

/** The declared members. The user's own arrays declare none. */
function declaredBy(received: unknown): Iterable<string> {
  if (isRecordSet(received)) return received.type.members.keys()
  return rememberedMembers((received as Partial<Simulator>).traffic ?? Object(received))
}
