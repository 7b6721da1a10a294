import { formatInstant, parseInstant } from '../../kernel/instant'
import { DIGITS_AT_MOST, readDecimal } from '../../kernel/money'
import { isPlainDate } from '../../kernel/plain-date'
import type { Scalar } from '../../kernel/row'
import type { CompiledType } from '../model/compiled-type'
import type { World } from '../model/context'
import { CURRENCIES } from '../model/currencies'
import { type Message, messages, Problems, Refusal } from '../model/refusals'
import type { Definition } from '../schema/define'
import { anyOf, type Filter, type Filters, isRepeatable } from '../schema/filters'

/** Query parameters: all values of each name, in the order of the URL. */
export type Query = ReadonlyMap<string, readonly string[]>

export interface FilterCondition {
  readonly filter: Filter
  readonly values: readonly Scalar[]
}

/** The validated parameters of a list or get (§8). */
export interface Criteria {
  readonly conditions: readonly FilterCondition[]
  readonly search: string
  readonly ordering: string
  readonly limit: number
  readonly offset: number
}

export const PAGING: readonly string[] = ['search', 'ordering', 'limit', 'offset']
/** Every list accepts these as filters on its nearest member, or refuses them (§8.2). */
const EVERYWHERE = ['company_id', 'number']
export const LIST_PARAMETERS: readonly string[] = [...PAGING, ...EVERYWHERE]

export function readQuery(world: World, type: CompiledType, query: Query): Criteria {
  const { definition } = type
  const problems = new Problems()
  const conditions = readConditions(world, type, query, problems)
  const asked = last(query, 'ordering') ?? 'id'
  const column = asked.replace(/^-/, '')
  const isKnown = column === 'id' || definition.orderings.includes(column)
  const isLax = asked !== 'id' && world.assumptions.read('ordering-values') === 'listed-or-id'
  if (!isKnown && !isLax) problems.add('ordering', messages.ordering(asked))
  const ordering = isKnown ? asked : 'id'
  const { limit, offset } = readPaging(world, query)
  problems.throwIfAny()
  if (
    !query.has('record_status') &&
    definition.document &&
    world.assumptions.read('list-statuses') === 'posted'
  )
    conditions.push({ filter: anyOf('record_status', 'text'), values: ['posted'] })
  if (definition.filters.show_inactive && !query.has('is_active') && last(query, 'show_inactive') !== 'true')
    conditions.push({ filter: { column: 'is_active', test: 'equals', reads: 'flag' }, values: [true] })
  return { conditions, search: last(query, 'search') ?? '', ordering, limit, offset }
}

/** The conditions that the parameters state. Mistakes in the parameters are added to the problems. */
function readConditions(
  world: World,
  { definition }: CompiledType,
  query: Query,
  problems: Problems,
): FilterCondition[] {
  const conditions: FilterCondition[] = []
  const separator = world.assumptions.read('array-parameters') === 'comma' ? ',' : undefined
  const refusesUnknown = world.assumptions.read('unknown-parameters') === '422'
  for (const [name, sent] of query) {
    const isIgnored =
      EVERYWHERE.includes(name) && world.assumptions.read('list-parameters') === 'nearest-or-ignored'
    const filter = filterNamed(world, definition, name)
    if (filter?.restsOn) world.assumptions.read(filter.restsOn)
    if (filter) {
      const values = separator ? sent.flatMap((text) => text.split(separator)) : sent
      const condition = readCondition(world, problems, name, filter, values)
      conditions.push(
        isApprovedToo(world, condition) ? { ...condition, values: [...condition.values, null] } : condition,
      )
    } else if (EVERYWHERE.includes(name) && !isIgnored) problems.add(name, messages.unknownMember)
    else if (refusesUnknown && !PAGING.includes(name)) problems.add(name, messages.unknownMember)
  }
  return conditions
}

/** Reads the conditions on the record that the path names. The defaults of lists do not apply (§8.5). */
export function readConditionsOnOne(world: World, type: CompiledType, query: Query): FilterCondition[] {
  const problems = new Problems()
  const conditions = readConditions(world, type, query, problems)
  problems.throwIfAny()
  return conditions
}

/** Offset and limit of a page. A limit above the maximum is capped; a strict simulator refuses it (§8.1). */
export function readPaging({ isStrict }: World, query: Query): { limit: number; offset: number } {
  const limit = pagingValue(query, 'limit', LIMIT_AT_MOST, 1)
  if (isStrict && limit > LIMIT_AT_MOST) throw pagingRefusal(messages.atMost(LIMIT_AT_MOST))
  return { limit: Math.min(limit, LIMIT_AT_MOST), offset: pagingValue(query, 'offset', 0, 0) }
}

const LIMIT_AT_MOST = 100

/** A warning for the traffic about a limit above the maximum. */
export function cappedLimit(query: Query): string[] {
  const asked = Number(last(query, 'limit') ?? 0)
  return asked > LIMIT_AT_MOST ? [`limit=${asked} is ${LIMIT_AT_MOST} here, the most that a page has`] : []
}

/** True if the filter also finds records without a policy, which then count as approved (§11.3). */
const isApprovedToo = ({ assumptions }: World, { filter, values }: FilterCondition): boolean =>
  filter.column === 'approval_status' &&
  values.includes('approved') &&
  assumptions.read('approval-values') === 'approved-without-policy'

/** Every filter that lists and gets of a record type read, adapted to the assumptions. */
export const filtersOf = (world: Pick<World, 'assumptions'>, definition: Definition): Filters =>
  Object.fromEntries(
    [...Object.keys(definition.filters), ...EVERYWHERE].flatMap((name) => {
      const filter = filterNamed(world, definition, name)
      return filter ? [[name, filter]] : []
    }),
  )

function filterNamed(
  { assumptions }: Pick<World, 'assumptions'>,
  definition: Definition,
  name: string,
): Filter | undefined {
  const { filters } = definition
  const filter = Object.hasOwn(filters, name) ? filters[name] : nearestFilter(definition, name)
  if (filter?.test === 'contains')
    return assumptions.read('text-filters') === 'substring' ? filter : { ...filter, test: 'equals' }
  if (filter?.test !== 'nothing') return filter
  const values = assumptions.read('integration-sources')
  return values.length === 0 ? filter : { ...filter, reads: 'choice', values }
}

/** `number` means the identifier in the path, and so does the type's own name with `_id`. */
function nearestFilter({ identifier, model }: Definition, name: string): Filter | undefined {
  const isOwn = name === 'number' || name === `${model.toLowerCase()}_id`
  return isOwn && EVERYWHERE.includes(name) ? anyOf(identifier) : undefined
}

const last = (query: Query, name: string): string | undefined => query.get(name)?.at(-1)

/** Invalid paging values have their own status and message (§8.1). */
function pagingValue(query: Query, name: string, initial: number, least: number): number {
  const text = last(query, name)
  if (text === undefined) return initial
  if (!/^-?\d+$/.test(text)) throw pagingRefusal(messages.pageUnreadable(name))
  if (Number(text) < least) throw pagingRefusal(messages.pageTooSmall(name, least))
  return Number(text)
}

const pagingRefusal = (message: Message): Refusal => new Refusal(400, { __all__: [message] })

function readCondition(
  world: World,
  problems: Problems,
  name: string,
  filter: Filter,
  values: readonly string[],
): FilterCondition {
  const read = (isRepeatable(filter) ? values : values.slice(-1)).map((text) => {
    const value = readValue(world, filter, text)
    if (value === undefined)
      problems.add(name, filter.reads === 'choice' ? messages.choice(filter.values ?? []) : wrongType(filter))
    return value ?? null
  })
  return { filter, values: read }
}

const wrongType = (filter: Filter): Message =>
  filter.reads === 'date' ? messages.date : messages.type(TYPES[filter.reads] ?? filter.reads)

const TYPES: Readonly<Partial<Record<Filter['reads'], string>>> = {
  flag: 'boolean',
  text: 'string',
  instant: 'datetime',
  amount: 'decimal',
  'integer-or-null': 'integer',
}

/** The greatest whole number of a parameter. */
export const WHOLE_AT_MOST = 10 ** DIGITS_AT_MOST - 1
const WHOLE = new RegExp(`^-?\\d{1,${DIGITS_AT_MOST}}$`)

function readValue(world: World, filter: Filter, text: string): Scalar | undefined {
  switch (filter.reads) {
    case 'integer':
      return WHOLE.test(text) ? Number(text) : undefined
    case 'integer-or-null':
      return text === 'null' ? null : WHOLE.test(text) ? Number(text) : undefined
    case 'date':
      return isPlainDate(text) ? text : undefined
    case 'instant': {
      // An instant without an offset is UTC, like all instants of the service.
      const ms = parseInstant(text) ?? parseInstant(`${text}Z`)
      return ms === undefined ? undefined : formatInstant(ms)
    }
    case 'code':
      return numberOfCode(world, text)
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'amount':
      return 'value' in readDecimal(text, 2) ? text : undefined
    case 'currency':
      return CURRENCIES.includes(text) ? text : undefined
    case 'choice':
      return filter.values?.includes(text) ? text : undefined
    case 'text':
      return text
  }
}

/** The code of a record in version 3-alpha (§15). */
export const recordCode = (world: World, number: number): string =>
  `${world.assumptions.read('v3-code')}${number}`

/** The number in a code, in upper or lower case; null if the text is not a code. */
function numberOfCode(world: World, text: string): number | null {
  const word = world.assumptions.read('v3-code')
  const digits = text.slice(word.length)
  const isCode = text.slice(0, word.length).toLowerCase() === word.toLowerCase() && /^\d{1,15}$/.test(digits)
  return isCode ? Number(digits) : null
}
