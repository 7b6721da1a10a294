import { plainRequest } from '../../../events/traffic/plain-request'
import type { TrafficEntry } from '../../../events/traffic/traffic-entry'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { platform } from '../../../host-time/platform'
import type { Simulator } from '../../../index'
import type { Mutable } from '../../../kernel/mutable'
import { logicalText } from '../../../service/http/idempotency/fingerprint'
import { internalsOf } from '../../../simulator/internals-of'
import { operationPattern } from '../../calls'
import type { ArmedPlan, Hit, Place } from '../plan/armed-plan'
import type { Held, ProgramTimer, RequestEvent, SecondSender, TrialEvent } from './events'
import type { Holds } from './holds'
import type { Others } from './others'
import { actOfOthers } from './others-acts'
import type { RequestCounter } from './request-counter'

/** One life of the program, as the network sees it. */
export interface ProgramLife {
  readonly isAlive: boolean
  kill(): void
  /** Something is on its way for so long. Rejects with the reason of the signal. */
  travel(milliseconds: number, signal?: AbortSignal | null): Promise<void>
  /** The events whose answer or delivery has made the program do what it does now. */
  readonly origins: readonly number[]
  /** The answer of an event, or its delivery, has come to the program. */
  activate(event: number): void
  /** Undefined if the program is awake. Resolves once it is; never for a dead one. */
  awake(): Promise<void> | undefined
  /** Undefined for the first run of the first instance. */
  readonly sender: SecondSender | undefined
  /** The work of `run` is what is going on. */
  readonly isInRun: boolean
  /** The first `AbortSignal.timeout` fires then; with `isForAny` the first timer of any kind. */
  firstTimeout(isForAny: boolean): number
  /** The timers that have neither fired nor been cleared. */
  readonly timers: readonly ProgramTimer[]
  /** The time-out of the signal fires then, or else the first timer that was set at an instant, if one will. */
  timeoutOf(signal: AbortSignal | null | undefined, setAt: number): number | undefined
  /** A request was answered that was sent with this signal. */
  noteAnswer(signal: AbortSignal | null | undefined): void
  suspend(milliseconds: number): Promise<void>
}

export interface AnsweredRequest {
  readonly method: string
  readonly url: string
  readonly body: string
}

export interface NetworkParts {
  readonly simulator: Simulator
  readonly plan: ArmedPlan
  readonly requests: RequestCounter
  readonly others: Others
  readonly holds: Holds
  readonly events: TrialEvent[]
  /** Milliseconds. */
  readonly oneWay: number
  /** The longest hold of a request, in milliseconds. */
  readonly heldAtMost: number
  kill(life: ProgramLife, downMinutes?: number): void
  skewBy?(milliseconds: number): void
  /** The program works twice at once. */
  double?(what: 'run' | 'instance'): void
  rotateKey(): void
  noteLapse(groups: readonly string[]): void
  readonly lastRun: { readonly endedAt?: number } | undefined
  countRequest?(): void
  noteAnswered?(request: AnsweredRequest): void
}

/** The content of the program's request, as far as the search looks at it. */
const readOf = (asked: WireRequest) => ({
  path: asked.url.pathname + asked.url.search,
  // Lists of version 3 show posted records unless they are asked for others.
  hidesArchived: asked.url.searchParams.has('record_status') || /\/v3-alpha\//.test(asked.url.pathname),
  isLaterPage: Number(asked.url.searchParams.get('offset') ?? 0) > 0,
  body: plainRequest(asked).body ?? '',
  idempotencyKey: asked.headers['idempotency-key'] ?? null,
  apiKey: asked.headers['x-api-key'] ?? '',
})

interface SentRequest {
  readonly request: Request
  readonly asked: WireRequest
  /** Undefined if nobody can abort it. */
  readonly signal: AbortSignal | undefined
  /** The signal that the program gave. */
  readonly given: AbortSignal | null | undefined
  readonly sent: Pick<RequestEvent, 'sentAt' | 'after' | 'sender'>
}

interface Passage {
  readonly place: Place
  readonly event: number
  /** Until when its answer may be held. */
  readonly latest: number
}

/** A promise that a dead program waits for. It holds nothing, so it can be collected. */
export const never = <Value>(): Promise<Value> => new Promise<Value>(() => undefined)

/** Milliseconds for which a request may be held where the program waits for it so long. */
const HELD_FOR_A_TIMEOUT = 120_000

const AGAIN = 'and, in the same instant, another one after the answer'

/** The network between the program and the service, where the plan's misfortunes happen. */
export class SimulatedNetwork {
  constructor(private readonly parts: NetworkParts) {}

  /** `fetch` for one life of the program. A path alone belongs to the service. */
  readonly portOf =
    (life: ProgramLife) =>
    async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
      if (!life.isAlive) return never()
      const { simulator, oneWay, holds, events } = this.parts
      this.parts.countRequest?.()
      const isPath = typeof input === 'string' && input.startsWith('/')
      const request = new platform.Request(isPath ? new URL(input, simulator.baseUrl) : input, init)
      const given = init?.signal ?? (input as { readonly signal?: AbortSignal }).signal
      // Each request has a signal. Listening to one that nobody can abort would only take time.
      const signal = given && request.signal
      const sent = {
        sentAt: simulator.clock.instant.now,
        after: life.origins,
        ...(life.sender && { sender: life.sender }),
      }
      const run = life.isInRun ? this.parts.lastRun : undefined
      // Requests arrive in the order in which they were sent, however long it takes to read their bodies.
      const [asked] = await Promise.all([
        internalsOf(simulator).timedService.read(request),
        life.travel(oneWay, signal),
      ])
      await life.awake()
      const { answer, passage } = await this.#arrive(life, { request, asked, signal, given, sent })
      if (!life.isAlive) return never()
      await life.travel(oneWay, signal)
      await life.awake()
      if (passage) {
        const { place, event, latest } = passage
        const held = await holds.at(place, 'back', { sentAt: sent.sentAt, latest }, signal)
        if (held) this.#noteHeld(event, held)
        await life.awake()
        if (!life.isAlive) return never()
        holds.pass(place, 'back', { event, latest, timers: life.timers })
        const endedAt = run?.endedAt ?? Number.POSITIVE_INFINITY
        if (sent.sentAt <= endedAt && endedAt < simulator.clock.instant.now)
          (events[event] as Mutable<RequestEvent>).isLeft = true
        life.noteAnswer(given)
        life.activate(event)
      }
      if (answer instanceof platform.Response) return answer
      throw answer.reason
    }

  #noteHeld(at: number, held: Held): void {
    const event = this.parts.events[at] as Mutable<RequestEvent>
    event.held = [...(event.held ?? []), held]
  }

  async #arrive(
    life: ProgramLife,
    message: SentRequest,
  ): Promise<{ readonly answer: Response | { readonly reason: unknown }; readonly passage?: Passage }> {
    const { plan, requests, events, holds, simulator } = this.parts
    const { request, asked, signal, sent } = message
    const on = operationPattern(asked.method, asked.url.pathname)
    const ordinal = requests.count(on, logicalText(asked))
    const place = { on, number: ordinal.request, attempt: ordinal.attempt }
    const hit = plan.hitAt(place)
    // A moment later, when those that were sent with it have arrived.
    if (hit?.isLast) await life.travel(1, signal)
    const { timeoutAt, latest, latestBack } = this.#limits(life, message)
    const held = await holds.at(place, 'out', { sentAt: sent.sentAt, latest }, signal)
    if (held) await life.awake()
    if (!life.isAlive) return never()
    const event: Mutable<RequestEvent> = {
      kind: 'request',
      at: simulator.clock.instant.now,
      ...sent,
      ...(timeoutAt !== undefined && { timeoutAt }),
      on,
      ...ordinal,
      ...(held && { held: [held] }),
      ...readOf(asked),
      status: null,
      reason: null,
      assumptions: [],
      ...(hit && { misfortune: hit.index }),
    }
    const passage = { place, event: events.push(event) - 1, latest: latestBack }
    const pause = hit && this.#before(life, hit, event, request.url)
    if (pause) await pause
    if (!life.isAlive) return never()
    if (signal?.aborted) return { answer: { reason: signal.reason } }
    const { result, hasHappened } = plan.during(hit, () =>
      internalsOf(simulator).timedService.answer(asked, request),
    )
    if (!hasHappened) delete event.misfortune
    holds.pass(place, 'out', { event: passage.event, latest, timers: life.timers })
    const { isDoneAgain, fault, processFault = {} } = (hasHappened && hit?.kind) || {}
    this.#noteReason(event, result.entry)
    if (hit && isDoneAgain) this.#interfere(hit, event, request.url)
    this.parts.noteAnswered?.({ method: asked.method, url: request.url, body: event.body })
    if (fault && 'revokeKey' in fault) this.parts.rotateKey()
    const answer = await Promise.resolve(result.respond()).catch((reason: unknown) => ({ reason }))
    event.status = answer instanceof platform.Response ? answer.status : null
    if (processFault.kills === 'after') this.parts.kill(life, processFault.downMinutes)
    return { answer, passage }
  }

  /** The request, and its answer, may be held until then: milliseconds since 1970. */
  #limits(life: ProgramLife, { asked, given, sent }: SentRequest) {
    const { oneWay, heldAtMost, simulator } = this.parts
    const arrivedAt = simulator.clock.instant.now
    const timeoutAt = life.timeoutOf(given, sent.sentAt)
    const atMost = Math.max(
      heldAtMost,
      Math.min((timeoutAt ?? 0) - arrivedAt - oneWay - 1, HELD_FOR_A_TIMEOUT),
    )
    // A program that gives up on a write must not meet it later, so no timer may fire meanwhile, whatever it is for.
    const patience = life.firstTimeout(asked.method !== 'GET')
    return {
      timeoutAt,
      latest: Math.min(arrivedAt + atMost, patience - oneWay - 1),
      latestBack: Math.min(arrivedAt + oneWay + atMost, life.firstTimeout(false) - 1),
    }
  }

  /** Somebody else comes first, where the misfortune is that. */
  #interfere(hit: Hit, event: Mutable<RequestEvent>, url: string): void {
    const { othersAct } = hit.kind
    if (!othersAct) return
    const { plan, others } = this.parts
    const did = actOfOthers(others, othersAct, { url, body: event.body })
    if (did !== undefined) event.interference = event.interference ? `${event.interference} ${AGAIN}` : did
    else {
      plan.miss(hit)
      delete event.misfortune
    }
  }

  /** Delays the answer beside the program's timer, where the misfortune is that. */
  #delay(hit: Hit, event: Mutable<RequestEvent>): void {
    const { waits } = hit.kind
    if (!waits) return
    const { plan, oneWay } = this.parts
    const milliseconds = (event.timeoutAt ?? 0) - event.at - oneWay + (waits === 'in time' ? -1 : 1)
    if (milliseconds > 0) plan.delay(hit, milliseconds)
    else {
      plan.miss(hit)
      delete event.misfortune
    }
  }

  /** Notes what the service says of the request that it has just answered. */
  #noteReason(event: Mutable<RequestEvent>, entry: TrafficEntry | undefined): void {
    const { others } = this.parts
    const { reason, assumptions, response, replayed, sequence } = entry ?? {}
    event.reason = reason ?? null
    if (sequence !== undefined) event.sequence = sequence
    if (replayed) event.isReplayed = true
    event.assumptions = assumptions ?? []
    if (reason?.lapsed) this.parts.noteLapse(reason.lapsed)
    if (reason?.drifted) others.noteDrift(reason.drifted, response?.body ?? '[]')
  }

  /** Carries out what happens before the request reaches the service. A promise if that takes time. */
  #before(life: ProgramLife, hit: Hit, event: Mutable<RequestEvent>, url: string): Promise<void> | undefined {
    const { simulator, plan } = this.parts
    this.#interfere(hit, event, url)
    this.#delay(hit, event)
    const { kind } = hit
    const { processFault = {}, during, isLasting, fault } = kind
    const { kills, downMinutes, skewsSeconds, doubles, suspendsHours } = processFault
    if (during && fault) simulator.faults.inject({ during, then: fault })
    if (isLasting && fault)
      plan.stand(hit, simulator.faults.inject({ times: Number.POSITIVE_INFINITY, then: fault }))
    if (skewsSeconds) this.parts.skewBy?.(skewsSeconds * 1000)
    if (doubles) this.parts.double?.(doubles)
    if (kills === 'before') this.parts.kill(life, downMinutes)
    return suspendsHours ? life.suspend(suspendsHours * 3_600_000) : undefined
  }
}
