import type { WireRequest, WireResponse } from '../events/traffic/wire-message'
import { TIMERS } from '../kernel/clock'
import type { Change } from '../kernel/history'
import { FAULTS, faultsIn } from '../service/http/faults/fault-rows'
import { SEEN } from '../service/http/faults/request-counts'
import { handle } from '../service/http/handle'
import { REPLIES } from '../service/http/idempotency/kept-replies'
import { BUCKETS } from '../service/http/rate-limits/buckets'
import { HELD } from '../service/http/responses/held-responses'
import { Targets } from '../service/webhooks/targets'
import { SimulatorParts } from './simulator-parts'

/** The effect of a request on a copy of the world. */
export interface TwinAnswer {
  readonly answer: WireResponse | undefined
  readonly changes: readonly Change[]
}

/** Answers a request in a copy of the world, without faults, and without limits unless `limits` says so. */
export function answerOfTwin(
  { world, faults, context, settings }: SimulatorParts,
  asked: WireRequest,
  limits: 'limited' | 'unlimited',
): TwinAnswer {
  const rateLimits = limits === 'limited' && context.rateLimits
  const twin = new SimulatorParts(
    world.registry,
    // A live clock would send the copy's deliveries.
    { ...settings, purpose: 'dry run', clock: 'manual', audit: false, host: undefined, rateLimits },
    { store: world.store.fork(), faults, targets: new Targets() },
  )
  const { store } = twin.world
  const armed = faultsIn(store)
  for (const id of [...armed.keys()]) armed.remove(id)
  const changes: Change[] = []
  store.history.onCommit((committed) => void changes.push(...committed))
  const { outcome } = handle(twin.context, asked)
  twin.dispose()
  return { answer: outcome.kind === 'reply' ? outcome.reply : undefined, changes }
}

export const isCarriedOut = ({ answer }: TwinAnswer): boolean => answer !== undefined && answer.status < 400

/** Traces of a request beside its effect: its tokens, its key, and the faults that counted it. */
const BESIDE: ReadonlySet<string> = new Set([BUCKETS, REPLIES, FAULTS, SEEN, HELD, TIMERS])

/** The rows that a request changes, without its traces and without those that are written as they were. */
export const effectsOf = ({ changes }: TwinAnswer): Change[] =>
  changes.filter(
    ({ table, before, after }) => !BESIDE.has(table) && JSON.stringify(before) !== JSON.stringify(after),
  )

/** Tells whether a client and the books cannot tell two answers apart. */
export const isAnsweredAlike = (one: TwinAnswer, other: TwinAnswer): boolean => seen(one) === seen(other)

const seen = (twin: TwinAnswer): string => {
  const { answer } = twin
  const rows = effectsOf(twin).map(({ scope, table, key, after }) => [scope, table, key, after])
  return JSON.stringify([answer?.status, answer?.body, answer?.headers['idempotent-replayed'], rows])
}
