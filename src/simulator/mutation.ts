import { raiseTo, SEQUENCES } from '../engine/model/tables'
import { networkError } from '../errors/network-error'
import type { TrafficEntry } from '../events/traffic/traffic-entry'
import type { WireRequest } from '../events/traffic/wire-message'
import { environment } from '../host-time/environment'
import { isChangeOf } from '../kernel/history'
import type { EndedTest } from '../running-test/runner'
import { watchTest } from '../running-test/running-test'
import { keyNameOf, organizationOfKey } from '../service/http/checks/caller'
import { handle } from '../service/http/handle'
import { logicalText } from '../service/http/idempotency/fingerprint'
import { REPLIES, repliesIn } from '../service/http/idempotency/kept-replies'
import { hostResponse } from '../service/http/responses/host-response'
import { type JsonObject, matchOf, type Route } from '../service/http/routes/route'
import type { Answered, Between, SimulatorFetch } from '../service/http/simulator-fetch'
import { type Mutant, mutantText } from '../service/mutants/mutant'
import type { MutantEffect, MutantFact, RequestChannel } from '../service/mutants/mutant-fact'
import type { MutationContext } from '../service/mutants/mutant-kind'
import { MUTANT_KINDS, MUTANT_NAMES } from '../service/mutants/mutant-kinds'
import { requestKeyOf } from '../service/mutants/request-changes'
import { answerOfDryRun, type DryRunAnswer, effectsOf, isAnsweredAlike, isCarriedOut } from './dry-run'
import { HeardRequests } from './heard-requests'
import { channelOfProgram, portForCaller } from './hosting'
import type { Interceptor } from './interceptor'
import { checkedOrder, MUTANT_VARIABLE, type MutationOrder } from './mutation-order'
import { predict } from './predict'
import type { SimulatorParts } from './simulator-parts'

/** A client that repeats one request more often than this is caught in a loop over the first page. */
const MOST_ALIKE = 200
/** The maximum number of other records that a mutant tries to name instead. */
const MOST_OTHERS = 5

/** A request of the program. `answer` answers it unchanged, or a changed request instead. */
interface AskedRequest {
  readonly asked: WireRequest
  readonly route: Route
  answer(changed?: WireRequest): Answered
}

/** Changes the requests to a simulator whose tests `accounting-simulator mutate` judges. */
class Mutation implements Interceptor {
  readonly #attempts = new Map<string, number>()
  /** The index of the change that was sent instead of a request. */
  readonly #chosen = new Map<string, number>()
  #last = { url: '', times: 0 }
  readonly #heard: HeardRequests

  constructor(
    private readonly parts: SimulatorParts,
    private readonly order: MutationOrder,
  ) {
    this.#tellOnce({ simulator: true, ...(order.predicted && { foresees: true }) })
    this.#heard = new HeardRequests(parts, order)
  }

  requestEnded(entry: TrafficEntry): void {
    this.#heard.add(entry)
  }

  around(port: (between: Between) => SimulatorFetch): SimulatorFetch {
    return portForCaller(port(this.between('fetch')), port(this.between('direct')))
  }

  between(channel: RequestChannel): Between {
    return (asked, request, answer) => {
      const { world, settings } = this.parts
      const { onlyKey, tell } = this.order
      // Tests with `useSimulator` report their own end.
      if (settings.test === undefined) watchTest(this.order, (end) => this.testEnded(end))
      const mutant = this.#mutant
      const key = keyNameOf(world, asked.headers)
      if (!mutant) {
        if (key !== null) this.#tellOnce({ key })
        tell({ request: channelOfProgram(channel, onlyKey, key) })
      }
      const isOfProgram = onlyKey === undefined ? channel !== 'direct' : key === onlyKey
      const route = isOfProgram ? this.#routeOf(asked) : undefined
      if (!route) return answer(asked, request)
      this.#heard.loseAnswerOf(route)
      const call = { asked, route, answer: (changed = asked) => answer(changed, request) }
      if (mutant?.kind === 'retry-after-ignored') return this.#atOnce(mutant, call)
      if (mutant) return this.#mutated(mutant, call)
      this.#look(asked, route)
      const copies = this.order.predicted ? this.#predict(call, this.order.predicted) : []
      const answered = call.answer()
      if (answered.entry?.changed) for (const copy of copies) copy()
      if (mustWait(answered))
        this.#tellSeen({ kind: 'retry-after-ignored', operation: route.key, member: '' })
      return answered
    }
  }

  /** Plays a client that does not wait: repeats a refused request at once and returns that answer. */
  #atOnce({ operation }: Mutant, { route, answer }: AskedRequest): Answered {
    const answered = answer()
    if (!mustWait(answered) || (operation !== '' && operation !== route.key)) return answered
    this.#tell('other')
    return answer()
  }

  acknowledges(topic: string, isHeldUp: boolean): boolean {
    const mutant = this.#mutant
    const operation = `DELIVERY ${topic}`
    const kind = 'delivery-not-handled'
    if (!mutant) this.#tellSeen({ kind, operation, member: '' })
    if (mutant?.kind !== kind || (mutant.operation !== '' && mutant.operation !== operation)) return false
    this.#tell(isHeldUp ? 'alike' : 'other')
    return true
  }

  testEnded(test: EndedTest): void {
    this.order.tell({ test })
  }

  #tellOnce(fact: MutantFact): void {
    this.order.tellOnce(JSON.stringify(fact), fact)
  }

  #tellSeen(seen: Mutant): void {
    const by = this.#test
    this.order.tellOnce(`${mutantText(seen)} ${by}`, { seen, by })
  }

  get #test(): string | null {
    return this.order.testOf(this.parts.recorder.coverage)
  }

  get #mutant(): Mutant | undefined {
    return this.order.mutantIn(this.#test)
  }

  #routeOf(asked: WireRequest): Route | undefined {
    const { world, context } = this.parts
    const { match } = matchOf(world, context.routes, asked)
    return match.kind === 'route' ? match.route : undefined
  }

  #look(asked: WireRequest, route: Route): void {
    for (const kind of MUTANT_NAMES)
      for (const target of MUTANT_KINDS[kind].targets(asked, route))
        this.#tellSeen({ kind, operation: route.key, ...target })
  }

  /** @returns functions to call after the request was answered: they predict the mutants that send a copy */
  #predict({ asked, route }: AskedRequest, played: Set<string>): readonly (() => void)[] {
    return predict({
      asked,
      route,
      played,
      dryRun: (one) => this.#dryRun(one),
      context: (member) => this.#mutationContext(asked, route, member),
      tell: (fact) => this.#tellOnce(fact),
    })
  }

  #mutated({ kind: name, operation, member }: Mutant, call: AskedRequest): Answered {
    const { asked, route, answer } = call
    const kind = MUTANT_KINDS[name]
    const targets = kind.targets(asked, route)
    const isMeant = operation === '' || operation === route.key
    if (!isMeant || (member === '' && targets.length === 0)) return answer()
    const at = member === '' ? targets[0]?.member : member
    const changes = kind.change(asked, this.#mutationContext(asked, route, at ?? '', this.#countTry(asked)))
    if (changes === undefined) this.#tell('equal')
    const [first] = changes ?? []
    if (changes === undefined || first === undefined) return answer()
    if (name === 'first-page-only') this.#endLoop(first)
    const truth = this.#dryRun(asked, kind.plays === 'unsent' ? 'limited' : 'unlimited')
    if (!isCarriedOut(truth)) return answer(this.#asBefore(asked, changes))
    switch (kind.plays) {
      case 'unsent':
        return this.#unsent(truth, call)
      case 'twice':
        return this.#twice(first, call)
      default:
        return this.#instead(truth, changes, call)
    }
  }

  #endLoop({ url: { href } }: WireRequest): void {
    this.#last = { url: href, times: this.#last.url === href ? this.#last.times + 1 : 1 }
    if (this.#last.times > MOST_ALIKE) throw networkError('a mutant asks for one page without end')
  }

  /** Sends the first change that the service accepts, if it accepts the true request. */
  #instead(truth: DryRunAnswer, changes: readonly WireRequest[], { asked, answer }: AskedRequest): Answered {
    const tried = changes.map((one) => ({ one, dryRun: one === asked ? truth : this.#dryRun(one) }))
    const accepted = tried.find(({ dryRun }) => isCarriedOut(dryRun))
    if (!accepted) {
      this.#tell('refused')
      return answer()
    }
    this.#tell(isAnsweredAlike(truth, accepted.dryRun) ? 'alike' : 'other')
    this.#chosen.set(logicalText(asked), tried.indexOf(accepted))
    const answered = answer(accepted.one)
    // If a fault or a limit refused the request, no reply was stored.
    if (answered.entry?.changed) this.#keepReply(truth, asked)
    return answered
  }

  /** Stores the reply under the true key, so that a dry run of a later try shows that key's effect. */
  #keepReply({ changes }: DryRunAnswer, asked: WireRequest): void {
    if (requestKeyOf(asked) === undefined) return
    const replies = repliesIn(this.parts.world)
    for (const change of changes)
      if (isChangeOf(REPLIES, change) && change.after && !replies.has(change.key)) replies.put(change.after)
  }

  /** A retry is changed like the first try, because the true body would not match the key. */
  #asBefore(asked: WireRequest, changes: readonly WireRequest[]): WireRequest {
    return changes[this.#chosen.get(logicalText(asked)) ?? -1] ?? asked
  }

  /** Sends nothing, so no fault hits it. Uses its numbers up, so that no later record gets one of them. */
  #unsent(truth: DryRunAnswer, { asked, answer }: AskedRequest): Answered {
    const isWithoutEffect = effectsOf(truth).length === 0
    this.#tell(isWithoutEffect ? 'alike' : 'other')
    if (!truth.answer || isWithoutEffect) return answer()
    const { store } = this.parts.world
    for (const change of truth.changes)
      if (isChangeOf(SEQUENCES, change) && change.after)
        raiseTo(store, change.scope, change.after.name, change.after.last)
    const reply = truth.answer
    return { entry: undefined, respond: () => hostResponse(reply, asked.method) }
  }

  /** Sends a copy, which counts for no fault, limit or scenario. */
  #twice(copy: WireRequest, { answer }: AskedRequest): Answered {
    const answered = answer()
    // A try that a fault or a limit refused gets no copy. The next try does.
    if (answered.entry?.changed) this.#copy(copy)
    return answered
  }

  #copy(copy: WireRequest): void {
    const again = this.#dryRun(copy)
    this.#tell(!isCarriedOut(again) ? 'refused' : effectsOf(again).length === 0 ? 'alike' : 'other')
    if (!isCarriedOut(again)) return
    const faults = { hit: () => undefined }
    const scenarios = { saw: () => undefined }
    handle({ ...this.parts.context, faults, scenarios, rateLimits: false }, copy)
  }

  #dryRun(asked: WireRequest, limits: 'limited' | 'unlimited' = 'unlimited'): DryRunAnswer {
    return answerOfDryRun(this.parts, asked, limits)
  }

  #tell(mutated: MutantEffect): void {
    this.order.tell({ mutated, by: this.#test })
  }

  /** The number of this try with its idempotency key, from 1. */
  #countTry(asked: WireRequest): number {
    const key = requestKeyOf(asked)
    const attempt = (key === undefined ? 0 : (this.#attempts.get(key) ?? 0)) + 1
    if (key !== undefined) this.#attempts.set(key, attempt)
    return attempt
  }

  #mutationContext(asked: WireRequest, route: Route, member: string, attempt = 1): MutationContext {
    const { world } = this.parts
    const organization = organizationOfKey(world, asked.headers)
    return {
      route,
      member,
      attempt,
      current: () => {
        const { answer } = this.#dryRun({ ...asked, method: 'GET', body: { kind: 'none' } })
        return answer?.status === 200 ? (JSON.parse(answer.body) as JsonObject) : undefined
      },
      others: (resource, by) => {
        if (organization === undefined) return []
        const rows = [...world.store.table(organization, resource).rows()]
        return rows.slice(0, MOST_OTHERS + 1).map((row) => row[by])
      },
    }
  }
}

/** True if the service told the client to wait before the next try. */
const mustWait = ({ entry }: Answered): boolean => {
  const { status = 0, headers } = entry?.response ?? {}
  return status >= 400 && headers?.['retry-after'] !== undefined
}

/**
 * Reads the order from `ACCOUNTING_MUTANT`; undefined if the variable is not set.
 * @throws OptionError for an unknown mutant or operation
 */
export function mutationOf(parts: SimulatorParts): Interceptor | undefined {
  const text = environment(MUTANT_VARIABLE)
  if (text === undefined || text === '') return undefined
  return new Mutation(parts, checkedOrder(text, parts.world.registry))
}
