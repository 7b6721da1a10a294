import {
  type AnswerOptions,
  type AssumptionOverrides,
  isOptionError,
  type Records,
  type SimulatorOptions,
} from 'accounting-simulator'
import { isObject } from '../../kernel/is-object'
import { matchMessage } from '../../worlds/options/message-templates'
import { type Call, callRoute, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import type { Difference } from './difference'
import { playAll, type ReplayOutcome, type Run } from './replay-run'
import { Replayer } from './replayer'
import { LIMITS_DIFFER } from './search'
import type { Session } from './session'

/** Options that remove differences which no assumption explains. */
export interface Suggestion {
  readonly own: Own
  /** The differences that remain with these options. */
  readonly left: readonly Difference[]
}

/** The most candidates, because each needs a replay. */
const MOST_CANDIDATES = 60

/** Tries texts, formats, statuses, members and bucket sizes, and keeps those that reduce the differences. */
export async function suggest(
  session: Session,
  best: Run,
  assumptions: AssumptionOverrides,
): Promise<Suggestion> {
  const { calls, options } = session
  let state = stateOf(pick(options), best)
  const tried = new Set<string>()
  while (tried.size < MOST_CANDIDATES) {
    const candidate = candidatesFor(state.run.outcomes, calls).find(({ name }) => !tried.has(name))
    if (candidate === undefined) break
    tried.add(candidate.name)
    const own = candidate.addTo(state.own)
    const run = await replayWith({ ...session, options: { ...options, ...own } }, assumptions)
    const next = run && stateOf(own, run)
    if (next && isNearer(next, state)) state = next
  }
  return { own: state.own, left: state.left }
}

interface State extends Suggestion {
  readonly run: Run
  readonly cost: number
}

function stateOf(own: Own, run: Run): State {
  const { outcomes } = run
  const sum = outcomes.reduce((total, { cost }) => total + cost, 0)
  const cost = sum + (outcomes.every(({ agreesOnLimits }) => agreesOnLimits) ? 0 : LIMITS_DIFFER)
  return { own, run, cost, left: outcomes.flatMap(({ differences }) => differences) }
}

/** True for lower costs. An answer's cost is capped, so at equal costs the number of differences decides. */
const isNearer = (one: State, other: State): boolean =>
  one.cost < other.cost || (one.cost === other.cost && one.left.length < other.left.length)

const pick = ({ answers, rateLimits }: SimulatorOptions): Own => ({
  ...(answers && { answers }),
  ...(rateLimits !== undefined && { rateLimits }),
})

/** Undefined if the simulator refuses the options. */
async function replayWith(session: Session, assumptions: AssumptionOverrides): Promise<Run | undefined> {
  try {
    const player = await Replayer.begin(session, assumptions)
    return { outcomes: await playAll(player, session.calls), isWhole: player.isWhole }
  } catch (error) {
    if (isOptionError(error)) return undefined
    throw error
  }
}

/** The options by which users change answers (§17). */
type Own = Pick<SimulatorOptions, 'answers' | 'rateLimits'>

type SuggestedRate = NonNullable<Exclude<Own['rateLimits'], false | undefined>['endpoint']>

/** One change of these options. */
interface Candidate {
  /** Identifies the change, so that it is tried once. */
  readonly name: string
  addTo(own: Own): Own
}

const answering = (
  what: readonly unknown[],
  change: (answers: AnswerOptions) => AnswerOptions,
): Candidate => ({
  name: JSON.stringify(what),
  addTo: ({ answers = {}, ...own }) => ({ answers: { ...answers, ...change(answers) }, ...own }),
})

/** Changes that match the recording; general ones first, because they explain many differences. */
function candidatesFor(outcomes: readonly ReplayOutcome[], calls: readonly Call[]): Candidate[] {
  const each = (find: (call: Call, difference: Difference) => Candidate[]): Candidate[] =>
    outcomes.flatMap(({ call, differences }) => differences.flatMap((one) => find(call, one)))
  return [
    ...each(statusFor),
    ...each((_, difference) => formsFor(difference)),
    ...each((_, difference) => (isLeftOutNull(difference) ? [WITHOUT_NULLS] : [])),
    ...each((call, difference) => [
      ...textsFor(difference),
      ...memberFor(call, difference),
      ...ratesFor(call, difference, calls),
    ]),
  ]
}

const WITHOUT_NULLS = answering(['nulls'], ({ absent }) => ({ absent: { ...absent, nulls: true } }))

/** Changes that replace messages of the simulator by those of the service. */
function textsFor({ where, recorded, simulated }: Difference): Candidate[] {
  if (!where.startsWith('errors')) return []
  const pairs =
    isObject(recorded) && isObject(simulated)
      ? Object.keys(recorded).map((name) => [recorded[name], simulated[name]] as const)
      : [[recorded, simulated] as const]
  return pairs.flatMap(([ours, theirs]) =>
    Array.isArray(ours) && Array.isArray(theirs)
      ? ours.flatMap((text, at) =>
          typeof text === 'string' && typeof theirs[at] === 'string' ? textFor(text, theirs[at]) : [],
        )
      : [],
  )
}

function textFor(recorded: string, simulated: string): Candidate[] {
  const message = matchMessage(simulated)
  if (message === undefined || recorded === simulated) return []
  const { prefix, placeholders } = message.parts
  let text = recorded.startsWith(prefix) ? recorded.slice(prefix.length) : recorded
  for (const [name, value] of [...placeholders].sort(([, a], [, b]) => b.length - a.length)) {
    if (value === '') continue
    if (text.includes(value)) text = text.replaceAll(value, `<${name}>`)
    // The service's identifiers differ from the simulator's.
    else if (/^\d+$/.test(value) && text.match(/\d+/g)?.length === 1) text = text.replace(/\d+/, `<${name}>`)
  }
  const { template } = message
  return [answering([template, text], ({ texts }) => ({ texts: { ...texts, [template]: text } }))]
}

function statusFor(call: Call, { kind, recorded, simulated }: Difference): Candidate[] {
  const [route, status] = [callRoute(call), Number(recorded)]
  return kind === 'status' && isSuccess(status) && isSuccess(Number(simulated))
    ? [answering([route, status], ({ statuses }) => ({ statuses: { ...statuses, [route]: status } }))]
    : []
}

/** Changes for a decimal in another format. Replays with each kind show which kind the member has. */
export function formsFor({ where, recorded, simulated }: Difference): Candidate[] {
  const isDecimal = (value: unknown): boolean => /^-?\d+(\.\d+)?$/.test(String(value))
  if (where.startsWith('header') || typeof simulated !== 'string' || !isDecimal(simulated)) return []
  if (!isDecimal(recorded) || Number(recorded) !== Number(simulated)) return []
  const [, places = ''] = String(recorded).split('.')
  // Only trailing zeros prove a minimum number of places.
  const form = typeof recorded === 'number' ? 'number' : places.endsWith('0') ? places.length : 0
  return (['amounts', 'rates'] as const).map((kind) => answering([kind, form], () => ({ [kind]: form })))
}

const isLeftOutNull = ({ kind, where, simulated }: Difference): boolean =>
  kind === 'extra' && simulated === null && !where.startsWith('header')

/** Changes for a member that only the service or only the simulator sends. */
function memberFor(call: Call, { kind, where, recorded }: Difference): Candidate[] {
  const records = COLLECTIONS.get(call.collection)?.records
  const isList = call.method === 'GET' && call.identifier === undefined
  const [, path] = (isList ? /^items\[\]\.(.+)$/ : /^(.+)$/).exec(where) ?? []
  if (records === undefined || path === undefined || where.startsWith('header')) return []
  if (kind === 'extra') return [withoutMember(records, path.replaceAll('[]', ''))]
  if (kind !== 'missing' || /[.[]/.test(path) || path === 'items') return []
  return [
    answering([records, path, recorded], ({ members }) => ({
      members: { ...members, [records]: { ...members?.[records], [path]: recorded } },
    })),
  ]
}

const withoutMember = (records: keyof Records, path: string): Candidate =>
  answering([records, path], ({ absent }) => ({
    absent: {
      ...absent,
      members: { ...absent?.members, [records]: [...(absent?.members?.[records] ?? []), path] },
    },
  }))

/** Changes the bucket size, for all operations if most of them show it, else for this operation. */
function ratesFor(call: Call, { where, recorded }: Difference, calls: readonly Call[]): Candidate[] {
  if (where !== 'header x-ratelimit-limit') return []
  const burst = Number(recorded)
  const sizes = new Map<string, string>()
  for (const one of calls) {
    const size = one.answer.headers.get('x-ratelimit-limit')
    if (size !== undefined) sizes.set(callRoute(one), size)
  }
  const isCommon = [...sizes.values()].filter((size) => Number(size) === burst).length > sizes.size / 2
  const rate = { burst, refillPerSecond: refillOf(calls, burst) }
  const route = isCommon ? undefined : callRoute(call)
  return [{ name: JSON.stringify([route, rate]), addTo: (own) => withRate(own, route, rate) }]
}

function withRate({ rateLimits, ...own }: Own, route: string | undefined, rate: SuggestedRate): Own {
  const limits = rateLimits || {}
  if (route === undefined) return { ...own, rateLimits: { ...limits, endpoint: rate } }
  return { ...own, rateLimits: { ...limits, routes: { ...limits.routes, [route]: rate } } }
}

/** Tokens per second from the emptiest recorded bucket of this size; 1 if no header shows it. */
function refillOf(calls: readonly Call[], burst: number): number {
  const found = calls.flatMap(({ at, answer: { headers } }) => {
    if (Number(headers.get('x-ratelimit-limit')) !== burst) return []
    const missing = burst - Number(headers.get('x-ratelimit-remaining'))
    const seconds = Number(headers.get('x-ratelimit-reset')) - at / 1000
    return missing > 0 && seconds > 0 ? [{ missing, seconds }] : []
  })
  const [emptiest] = found.sort((a, b) => b.missing - a.missing)
  if (emptiest === undefined) return 1
  const perSecond = emptiest.missing / emptiest.seconds
  return perSecond >= 0.75 ? Math.max(1, Math.round(perSecond)) : 1 / Math.round(1 / perSecond)
}
