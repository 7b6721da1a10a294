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

/** The response to a request, and its changes, in a copy of the world. */
export interface DryRunAnswer {
  readonly answer: WireResponse | undefined
  readonly changes: readonly Change[]
}

/** Answers a request in a copy of the world, without faults; rate limits apply if `limits` is 'limited'. */
export function answerOfDryRun(
  { world, faults, context, settings }: SimulatorParts,
  asked: WireRequest,
  limits: 'limited' | 'unlimited',
): DryRunAnswer {
  const rateLimits = limits === 'limited' && context.rateLimits
  const copy = new SimulatorParts(
    world.registry,
    // A live clock would send the copy's deliveries.
    { ...settings, purpose: 'dry run', clock: 'manual', audit: false, host: undefined, rateLimits },
    { store: world.store.fork(), faults, targets: new Targets() },
  )
  const { store } = copy.world
  const armed = faultsIn(store)
  for (const id of [...armed.keys()]) armed.remove(id)
  const changes: Change[] = []
  store.history.onCommit((committed) => void changes.push(...committed))
  const { outcome } = handle(copy.context, asked)
  copy.dispose()
  return { answer: outcome.kind === 'reply' ? outcome.reply : undefined, changes }
}

export const isCarriedOut = ({ answer }: DryRunAnswer): boolean => answer !== undefined && answer.status < 400

/** Tables whose rows any request may change without effect: rate limits, idempotency keys, faults. */
const BESIDE: ReadonlySet<string> = new Set([BUCKETS, REPLIES, FAULTS, SEEN, HELD, TIMERS])

/** The rows that a request changes, except those of `BESIDE` and those whose content stays the same. */
export const effectsOf = ({ changes }: DryRunAnswer): Change[] =>
  changes.filter(
    ({ table, before, after }) => !BESIDE.has(table) && JSON.stringify(before) !== JSON.stringify(after),
  )

/** True if two answers, and their effects on the books, are equal for a client. */
export const isAnsweredAlike = (one: DryRunAnswer, other: DryRunAnswer): boolean => seen(one) === seen(other)

const seen = (run: DryRunAnswer): string => {
  const { answer } = run
  const rows = effectsOf(run).map(({ scope, table, key, after }) => [scope, table, key, after])
  return JSON.stringify([answer?.status, answer?.body, answer?.headers['idempotent-replayed'], rows])
}
