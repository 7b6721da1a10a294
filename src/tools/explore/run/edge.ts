import { plainRequest } from '../../../events/traffic/plain-request'
import type { WireRequest } from '../../../events/traffic/wire-message'
import type { Simulator } from '../../../index'
import { logicalRequest } from '../../../service/http/idempotency/fingerprint'
import type { ArmedPlan, Strike } from '../plan/armed-plan'
import type { Event, RequestEvent } from './events'
import { type Numbering, operationOf } from './numbering'
import type { Others } from './others'

/** One life of the program, as the network sees it. */
export interface Mortal {
  readonly isAlive: boolean
  kill(): void
  /** Waits in the time of this life. Rejects with the reason of the signal. */
  sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void>
  /** Resolves once the program is awake; never for a dead one. */
  awake(): Promise<void>
  suspend(milliseconds: number): Promise<void>
}

/** What the edge needs of a trial. */
export interface EdgeSetting {
  readonly simulator: Simulator
  readonly plan: ArmedPlan
  readonly requests: Numbering
  readonly others: Others
  readonly events: Event[]
  /** Milliseconds. */
  readonly oneWay: number
  kill(life: Mortal, downMinutes: number): void
  skewBy(milliseconds: number): void
  rotateKey(): void
  noteLapse(groups: readonly string[]): void
  countRequest(): void
}

type Draft = { -readonly [Member in keyof RequestEvent]: RequestEvent[Member] }

/** A promise that a dead program waits for. It holds nothing, so it can be collected. */
export const never = <Value>(): Promise<Value> => new Promise<Value>(() => undefined)

/** The network between the program and the service, where the plan's misfortunes happen. */
export class Edge {
  readonly #setting: EdgeSetting

  constructor(setting: EdgeSetting) {
    this.#setting = setting
  }

  /** `fetch` for one life of the program. A path alone belongs to the service. */
  readonly portOf =
    (life: Mortal) =>
    async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
      if (!life.isAlive) return never()
      const { simulator, oneWay } = this.#setting
      this.#setting.countRequest()
      const isPath = typeof input === 'string' && input.startsWith('/')
      const request = new Request(isPath ? new URL(input, simulator.baseUrl) : input, init)
      const { signal } = request
      // Requests arrive in the order in which they were sent, however long it takes to read their bodies.
      const [asked] = await Promise.all([simulator.door.read(request), life.sleep(oneWay, signal)])
      await life.awake()
      const answer = await this.#arrive(life, request, asked)
      if (!life.isAlive) return never()
      await life.sleep(oneWay, signal)
      await life.awake()
      if (answer instanceof Response) return answer
      throw answer.reason
    }

  async #arrive(
    life: Mortal,
    request: Request,
    asked: WireRequest,
  ): Promise<Response | { readonly reason: unknown }> {
    const { plan, requests, events, others, simulator } = this.#setting
    const { method, url, headers } = asked
    const on = operationOf(method, request.url)
    const ordinal = requests.count(on, logicalRequest(asked))
    const strike = plan.strike({ on, number: ordinal.request, attempt: ordinal.attempt })
    // A moment later, when those that were sent with it have arrived.
    if (strike?.isLast) await life.sleep(1, request.signal)
    const event: Draft = {
      kind: 'request',
      at: simulator.clock.instant.now,
      on,
      ...ordinal,
      hidesArchived: url.searchParams.has('record_status'),
      isLaterPage: Number(url.searchParams.get('offset') ?? 0) > 0,
      body: plainRequest(asked).body ?? '',
      idempotencyKey: headers['idempotency-key'] ?? null,
      apiKey: headers['x-api-key'] ?? '',
      status: null,
      reason: null,
      assumptions: [],
      ...(strike && { misfortune: strike.index }),
    }
    events.push(event)
    const deed = strike?.kind.deed && others.act(strike.kind.deed, request.url)
    if (deed !== undefined) event.deed = deed
    else if (strike?.kind.deed) {
      plan.miss(strike)
      delete event.misfortune
    }
    if (strike) {
      const pause = this.#before(life, strike)
      if (pause) await pause
      if (!life.isAlive) return never()
    }
    if (request.signal.aborted) return { reason: request.signal.reason }
    // The service acts before the call returns, so what happened and the entry are those of this request.
    const { result, hasHit } = plan.during(strike, () => simulator.door.answer(asked, request))
    if (!hasHit) delete event.misfortune
    const { reason, assumptions } = simulator.traffic.at(-1) ?? {}
    event.reason = reason ?? null
    event.assumptions = assumptions ?? []
    if (reason?.lapsed) this.#setting.noteLapse(reason.lapsed)
    if (reason?.drifted) others.noteDrift(reason.drifted)
    if (strike && hasHit && strike.kind.fault && 'revokeKey' in strike.kind.fault) this.#setting.rotateKey()
    const answer = await Promise.resolve(result).catch((reason: unknown) => ({ reason }))
    event.status = answer instanceof Response ? answer.status : null
    const blow = strike?.kind.blow
    if (blow && 'kills' in blow && blow.kills === 'after') this.#setting.kill(life, blow.downMinutes)
    return answer
  }

  /** What happens before the request reaches the service. A promise if that takes time. */
  #before(life: Mortal, { kind }: Strike): Promise<void> | undefined {
    const { simulator } = this.#setting
    const { blow, during, fault } = kind
    if (during && fault) simulator.faults.inject({ during, then: fault })
    if (!blow) return undefined
    if ('skewsSeconds' in blow) this.#setting.skewBy(blow.skewsSeconds * 1000)
    if ('kills' in blow && blow.kills === 'before') this.#setting.kill(life, blow.downMinutes)
    return 'suspendsHours' in blow ? life.suspend(blow.suspendsHours * 3_600_000) : undefined
  }
}
