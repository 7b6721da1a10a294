import type { Field } from '../../engine/schema/fields'
import type { WireRequest } from '../../events/traffic/wire-message'
import { memberNames } from '../../kernel/member-names'
import { decimal } from '../../kernel/money'
import { addDays, isPlainDate } from '../../kernel/plain-date'
import type { Route } from '../http/routes/route'
import { changedMember, keepsLeftOut, leftOut, membersSent, onlyWhatChanges } from './body-changes'
import type { ChangeableMember, MutantKind, MutantTarget, MutationContext } from './mutant-kind'
import {
  anotherKey,
  firstPage,
  parametersOf,
  requestKeyOf,
  withoutHeader,
  withoutParameter,
} from './request-changes'

/** Price and rate of a line are money with more than two decimal places. */
const PRICES: ReadonlySet<string> = new Set(['rate', 'price', 'unit_price'])
const CENT_PLACES = 2
const QUANTITY_PLACES = 6

const isNumeric = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))

const isAmount: ChangeableMember = ({ kind, places }, value, name) =>
  kind === 'decimal' && isNumeric(value) && (places === CENT_PLACES || PRICES.has(name))

const isQuantity: ChangeableMember = ({ kind, places }, value, name) =>
  kind === 'decimal' && isNumeric(value) && places === QUANTITY_PLACES && !PRICES.has(name)

const isDate: ChangeableMember = ({ kind }) => kind === 'date'

const isPosted: ChangeableMember = ({ values }, value) =>
  value === 'posted' && values?.includes('draft') === true

const isReference: ChangeableMember = ({ target, namesLine }) => target !== undefined && !namesLine

/** Members that identify or order a line and hold no content. */
const OF_THE_LINE: ReadonlySet<string> = new Set(['id', 'position'])

/** True for an optional member whose value the service would not supply by itself. */
const isOptional: ChangeableMember = ({ presence, initial }, value, name) => {
  if (presence !== 'optional' || OF_THE_LINE.has(name)) return false
  if (value === null || value === undefined || value === '') return false
  return !(Array.isArray(value) && value.length === 0) && String(value) !== String(initial)
}

const shifted = (value: unknown, steps: readonly string[]): unknown[] => {
  if (!isNumeric(value)) return []
  return steps.map((step) => {
    const changed = decimal(value).plus(step)
    return typeof value === 'number' ? changed.toNumber() : changed.toFixed(placesOf(value, step))
  })
}

const placesOf = (...texts: readonly string[]): number =>
  Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))

const amountsNearby = (value: unknown): unknown[] => shifted(value, ['0.01', '-0.01'])
const quantitiesNearby = (value: unknown): unknown[] => shifted(value, ['1', '-1'])
const datesNearby = (value: unknown): unknown[] =>
  isPlainDate(value) ? [addDays(value, 1), addDays(value, -1)] : []

const WHOLE: readonly MutantTarget[] = [{ member: '' }]
const isWrite = ({ method }: WireRequest): boolean => method !== 'GET' && method !== 'HEAD'
const onWrites = (asked: WireRequest) => (isWrite(asked) ? WHOLE : [])
/** A webhook is registered once per integration, so no test suite retries the registration. */
const isSetUp = ({ key }: Route): boolean => key.includes('/webhooks/')
const withKey = (asked: WireRequest, route: Route) =>
  isWrite(asked) && !isSetUp(route) && requestKeyOf(asked) !== undefined ? WHOLE : []
const asItIs = (asked: WireRequest) => [asked]

const wrongly = (
  test: ChangeableMember,
  others: (value: unknown, field: Field, context: MutationContext) => readonly unknown[],
): MutantKind => ({
  plays: 'changed',
  targets: (asked, route) => membersSent(asked, route, test),
  change: (asked, context) =>
    changedMember(asked, context, test, (value, field) => others(value, field, context)),
})

const KINDS = {
  'write-not-sent': { plays: 'unsent', targets: onWrites, change: asItIs },
  'no-idempotency-key': {
    plays: 'changed',
    targets: withKey,
    change: (asked) => [withoutHeader(asked, 'idempotency-key')],
  },
  'fresh-idempotency-key': {
    plays: 'changed',
    targets: withKey,
    change: (asked, { attempt }) => [anotherKey(asked, attempt - 1)],
  },
  'write-sent-twice': {
    plays: 'twice',
    targets: (asked, route) => (asked.method === 'POST' && !isSetUp(route) ? WHOLE : []),
    change: (asked) => [anotherKey(asked, 1)],
  },
  'retry-after-ignored': { plays: 'at once', targets: () => [], change: asItIs },
  'member-left-out': {
    plays: 'changed',
    targets: (asked, route) => membersSent(asked, route, isOptional),
    change: (asked, context) => leftOut(asked, context, isOptional),
  },
  'amount-changed': wrongly(isAmount, amountsNearby),
  'quantity-changed': wrongly(isQuantity, quantitiesNearby),
  'date-changed': wrongly(isDate, datesNearby),
  'draft-for-posted': wrongly(isPosted, () => ['draft']),
  'another-record': wrongly(isReference, (value, { target }, context) =>
    target ? context.others(target.resource, target.by).filter((one) => one !== value) : [],
  ),
  'unchanged-members-left-out': {
    plays: 'changed',
    targets: (asked, route) =>
      asked.method === 'PUT' && asked.body.kind === 'bytes' && !keepsLeftOut(asked, route) ? WHOLE : [],
    change: onlyWhatChanges,
  },
  'filter-left-out': {
    plays: 'changed',
    targets: parametersOf,
    change: (asked, { member }) => withoutParameter(asked, member),
  },
  'first-page-only': {
    plays: 'changed',
    targets: (asked) => (asked.method === 'GET' && asked.url.searchParams.has('offset') ? WHOLE : []),
    change: firstPage,
  },
  'delivery-not-handled': { plays: 'unhandled', targets: () => [], change: asItIs },
} satisfies Record<string, MutantKind>

export type MutantName = keyof typeof KINDS

/** The kinds of bugs. The most dangerous come first. */
export const MUTANT_KINDS: Readonly<Record<MutantName, MutantKind>> = KINDS
export const MUTANT_NAMES: readonly MutantName[] = memberNames(KINDS)
