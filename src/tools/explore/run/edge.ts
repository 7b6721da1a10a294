import type { Simulator, TrafficEntry } from '../../../index'
import type { ArmedPlan, Strike } from '../plan/armed-plan'
import { type Crossing, readCrossing } from './crossing'
import type { Event, RequestEvent } from './events'
import { type Life, never } from './life'
import { type Numbering, operationOf } from './numbering'
import type { Others } from './others'

/** What the edge needs of a trial. */
export interface EdgeSetting {
  readonly simulator: Simulator
  readonly plan: ArmedPlan
  readonly numbering: Numbering
  readonly others: Others
  readonly events: Event[]
  /** Milliseconds of one way. */
  readonly latency: number
  kill(life: Life, downMinutes: number): void
  skewBy(milliseconds: number): void
  rotateKey(): void
  lapsed(group: string): void
  countRequest(): void
}

type Draft = { -readonly [Member in keyof RequestEvent]: RequestEvent[Member] }

/** The network between the program and the service, where the plan's misfortunes happen. */
export class Edge {
  readonly #setting: EdgeSetting
  readonly #claimed = new Set<TrafficEntry>()

  constructor(setting: EdgeSetting) {
    this.#setting = setting
  }

  /** `fetch` for one life of the program. */
  readonly portOf =
    (life: Life) =>
    async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
      if (!life.isAlive) return never()
      const { simulator, latency } = this.#setting
      this.#setting.countRequest()
      const crossing = await readCrossing(input, init, simulator.baseUrl)
      const { signal } = crossing.request
      await life.sleep(latency, signal)
      await life.awake()
      const answer = await this.#arrive(life, crossing)
      if (!life.isAlive) return never()
      await life.sleep(latency, signal)
      await life.awake()
      if (answer instanceof Response) return answer
      throw answer.reason
    }

  async #arrive(life: Life, crossing: Crossing): Promise<Response | { readonly reason: unknown }> {
    const { plan, numbering, events, simulator } = this.#setting
    const { request, body, identity } = crossing
    const on = operationOf(request.method, request.url)
    const ordinal = numbering.count(on, identity)
    const strike = plan.strike({ on, number: ordinal.request, attempt: ordinal.attempt })
    const event: Draft = {
      kind: 'request',
      at: simulator.clock.instant.now,
      on,
      ...ordinal,
      hidesArchived: new URL(request.url).searchParams.has('record_status'),
      body: body ?? '',
      idempotencyKey: request.headers.get('idempotency-key'),
      apiKey: request.headers.get('x-api-key') ?? '',
      status: null,
      why: '',
      assumptions: [],
      ...(strike && { misfortune: strike.index }),
    }
    events.push(event)
    const deed = strike?.kind.deed && this.#setting.others.act(strike.kind.deed, request.url)
    if (deed !== undefined) event.deed = deed
    else if (strike?.kind.deed) plan.miss(strike)
    if (strike && (await this.#before(life, strike)) === 'gone') return never()
    if (request.signal.aborted) return { reason: request.signal.reason }
    const aimed = strike && plan.aim(strike, { method: request.method, url: request.url, body })
    const answer = await simulator.fetch(crossing.copy()).catch((reason: unknown) => ({ reason }))
    const entry = this.#entryOf(crossing)
    event.why = entry?.why ?? ''
    event.assumptions = entry?.assumptions ?? []
    event.status = answer instanceof Response ? answer.status : null
    if (strike && aimed?.()) this.#after(life, strike, entry)
    return answer
  }

  async #before(life: Life, { kind }: Strike): Promise<'gone' | 'there'> {
    const { simulator, kill, skewBy } = this.#setting
    const { blow, during, fault } = kind
    if (during && fault) simulator.faults.inject({ during, then: fault })
    if (!blow) return 'there'
    if ('skewsSeconds' in blow) skewBy(blow.skewsSeconds * 1000)
    if ('suspendsHours' in blow) await life.suspend(blow.suspendsHours * 3_600_000)
    if (!('kills' in blow) || blow.kills !== 'before') return 'there'
    kill(life, blow.downMinutes)
    return 'gone'
  }

  #after(life: Life, { kind }: Strike, entry: TrafficEntry | undefined): void {
    const { others, kill, rotateKey, lapsed } = this.#setting
    const { blow, fault } = kind
    const why = entry?.why ?? ''
    if (fault && 'revokeKey' in fault) rotateKey()
    if (fault && 'pageDrift' in fault && entry) others.noteDrift(entry.request.url, why)
    const group = /the subscription for (.+?) lapsed just before/.exec(why)?.[1]
    if (group !== undefined) lapsed(group)
    if (blow && 'kills' in blow && blow.kills === 'after') kill(life, blow.downMinutes)
  }

  /** The entry of the traffic for a request that was just answered. */
  #entryOf({ request, body }: Crossing): TrafficEntry | undefined {
    const { traffic } = this.#setting.simulator
    for (let position = traffic.length - 1; position >= 0; position -= 1) {
      const entry = traffic[position] as TrafficEntry
      if (entry.request.url !== request.url || entry.request.method !== request.method) continue
      if (entry.request.body !== body || this.#claimed.has(entry)) continue
      this.#claimed.add(entry)
      return entry
    }
    return undefined
  }
}
