import { OptionError, shown } from '../../../errors/option-error'
import { platform } from '../../../host-time/platform'
import type { Simulator } from '../../../index'
import type { Mutable } from '../../../kernel/mutable'
import type { Hit } from '../plan/armed-plan'
import type { DeliveryCopy, MisfortuneKind } from '../plan/kind'
import type { DeliveryEvent, ProgramTimer } from './events'
import { dataIn, memberOf, recordsIn } from './others'
import type { RunningProgram } from './process-supervisor'
import type { RequestCounter } from './request-counter'
import type { AnsweredRequest, NetworkParts } from './simulated-network'

export interface DeliveryNetworkParts
  extends Pick<NetworkParts, 'simulator' | 'plan' | 'holds' | 'events' | 'oneWay' | 'kill'> {
  readonly deliveries: RequestCounter
  /** The program that receives now. */
  readonly current: RunningProgram | undefined
  skewBy(milliseconds: number): void
  /** Ends the exploration. */
  refuse(mistake: OptionError): void
}

/** Milliseconds that a receiver has at least for a delivery that was held. */
const HANDLED_WITHIN = 1000

/** The network between the service and the program's receiver. */
export class DeliveryNetwork {
  /** Deliveries that are refused until then. */
  readonly #lateUntil = new Map<string, number>()
  /** Deliveries that are refused until `run` is at work on their record. */
  readonly #besideRun = new Map<string, AwaitedDelivery>()
  /** Until then all deliveries are refused. */
  downUntil = 0
  /** They come while a request of `run` is under way, so they left before it. */
  readonly #leftBefore = new Set<string>()
  /** Types of records of which `run` names single ones, and members by which it does. */
  readonly #named = new Set<string>()
  /** Milliseconds that the service waits for an answer. Many plans have no deliveries. */
  #limit: number | undefined

  constructor(private readonly parts: DeliveryNetworkParts) {}

  readonly receive = async (request: Request): Promise<Response> => {
    const { deliveries, holds, plan, events, oneWay, simulator } = this.parts
    const body = await request.text()
    const delivery: Delivery = { url: request.url, headers: request.headers, body }
    const { topic, event_id } = JSON.parse(body) as { topic: string; event_id: string }
    const on = `DELIVERY ${topic}`
    const { request: number, attempt } = deliveries.count(on, event_id)
    const at = simulator.clock.instant.now
    const place = { on, number, attempt }
    const hit = plan.hitAt(place)
    const event: Mutable<DeliveryEvent> = {
      kind: 'delivery',
      at,
      on,
      delivery: number,
      attempt,
      status: null,
      ...(hit && { misfortune: hit.index }),
    }
    const index = events.push(event) - 1
    const { refusedFor, downFor, waitsForRun } = hit?.kind.reception ?? {}
    if (refusedFor) this.#lateUntil.set(event_id, at + refusedFor)
    if (downFor) this.downUntil = at + downFor
    if (hit && waitsForRun) this.#besideRun.set(event_id, { ...this.#recordIn(body), hit, event })
    // The wait also tells the clock that the receiver is in no hurry.
    await this.#pause(this.#leftBefore.delete(event_id) ? 1 : oneWay)
    const lateUntil = Math.max(this.downUntil, this.#lateUntil.get(event_id) ?? 0)
    if (lateUntil > at || this.#besideRun.has(event_id)) {
      event.isRefused = true
      throw connectionRefused()
    }
    // Its answer must be back before the service sends it again.
    this.#limit ??= answersWithin(simulator)
    const latest = at + this.#limit - oneWay - HANDLED_WITHIN
    const held = await holds.at(place, 'in', { sentAt: at, latest })
    if (held) event.held = [held]
    const timers: ProgramTimer[] = []
    let arrivedAt = at
    const arrive = (): void => {
      arrivedAt = simulator.clock.instant.now
      timers.push(...(this.parts.current?.life.timers ?? []))
      holds.pass(place, 'in', { event: index, latest, timers })
    }
    const answer = await this.#deliver(delivery, hit, event, { index, arrive })
    // The receiver's own time is a part of the time that the service gives it.
    timers.push({
      at,
      due: latest + HANDLED_WITHIN - (simulator.clock.instant.now - arrivedAt),
      hasFired: false,
    })
    event.status = answer.status
    await this.#pause(oneWay)
    return answer
  }

  /** Late deliveries arrive from now on. */
  recover(): void {
    this.#lateUntil.clear()
    this.downUntil = 0
    for (const { hit, event } of this.#besideRun.values()) {
      this.parts.plan.miss(hit)
      delete event.misfortune
    }
    this.#besideRun.clear()
  }

  /**
   * The service has answered a request of `run`, and the answer is on its way: meanwhile comes what waits for that. A
   * `run` that lists records and then turns to single ones meets it there.
   */
  meetRun({ method, url, body }: AnsweredRequest): void {
    const { webhooks } = this.parts.simulator
    const [, id] = /\/(\d+)\/$/.exec(new URL(url).pathname) ?? []
    const records = recordsIn(url)
    const data = dataIn(body)
    const references = Object.keys(data).filter((name) => name.endsWith('_id'))
    for (const name of [...references, ...(id ? [records] : [])]) this.#named.add(name)
    const isAbout = (one: AwaitedDelivery): boolean => {
      const isOne = id === String(one.id) && records === one.records
      const isList = method === 'GET' && id === undefined && records === one.records
      const areNamed = this.#named.has(records) || this.#named.has(one.reference)
      return isOne || memberOf(data, one.reference) === one.id || (isList && !areNamed)
    }
    for (const [id, awaited] of this.#besideRun) {
      if (!isAbout(awaited)) continue
      this.#besideRun.delete(id)
      this.#leftBefore.add(id)
      for (const waiting of webhooks.queue)
        if (waiting.event_id === id) webhooks.deliver(waiting.id).catch(() => undefined)
    }
  }

  #recordIn(body: string): Pick<AwaitedDelivery, 'records' | 'reference' | 'id'> {
    const { topic, object } = JSON.parse(body) as { topic: string; object: Record<string, unknown> }
    const [, named] = topic.split(/[./]/)
    const type = this.parts.simulator.types.all.find(({ model }) => model.toLowerCase() === named)
    return { records: type?.name, reference: `${type?.wireName}_id`, id: object[type?.identifier ?? 'id'] }
  }

  async #deliver(
    delivery: Delivery,
    hit: Hit | undefined,
    event: Mutable<DeliveryEvent>,
    arrival: DeliveryArrival,
  ): Promise<Response> {
    const { processFault = {}, reception: { isLost, delay, isAnswerLost, copy } = {} } = hit?.kind ?? {}
    const { kills, downMinutes, skewsSeconds } = processFault
    const life = this.parts.current?.life
    if (skewsSeconds) this.parts.skewBy(skewsSeconds * 1000)
    if (hit?.kind.isLasting && hit.kind.fault) this.#change(hit.kind.fault)
    if (isLost) {
      event.isRefused = true
      throw connectionRefused()
    }
    if (life && kills === 'before') {
      this.parts.kill(life, downMinutes)
      throw connectionRefused()
    }
    if (delay) await this.#pause(delay)
    const heard = this.#hear(delivery, arrival)
    if (copy?.isAtOnce) void this.#again(delivery, event, 0)
    const answer = await heard
    if (life && kills === 'after') this.parts.kill(life, downMinutes)
    if (isAnswerLost) throw new TypeError('the connection broke before the answer')
    if (copy && !copy.isAtOnce)
      void this.#again(copyOf(delivery, copy), event, copy.after ?? this.parts.oneWay)
    return answer
  }

  /** From here on the service sends otherwise. */
  #change(then: NonNullable<MisfortuneKind['fault']>): void {
    const { faults } = this.parts.simulator
    faults.inject({ on: 'DELIVERY *', times: Number.POSITIVE_INFINITY, then })
  }

  async #again(delivery: Delivery, { misfortune: _, ...event }: DeliveryEvent, wait: number): Promise<void> {
    if (wait > 0) await this.#pause(wait)
    const { events, simulator } = this.parts
    const copy = {
      ...event,
      at: simulator.clock.instant.now,
      isCopy: true,
      status: null as number | null,
    } as const
    const draft: Mutable<DeliveryEvent> = { ...copy }
    const index = events.push(draft) - 1
    const answer = await this.#hear(delivery, { index }).catch(() => undefined)
    draft.status = answer?.status ?? null
  }

  async #hear({ url, headers, body }: Delivery, { index, arrive }: DeliveryArrival): Promise<Response> {
    const { life, program } = this.parts.current ?? {}
    const receive = program?.receive
    if (!life?.isAlive || !receive) throw connectionRefused()
    await life.awake()
    const reset = life.death.then((): never => {
      throw new TypeError('the connection was reset: the receiver was killed')
    })
    const request = new platform.Request(url, { method: 'POST', headers, body })
    arrive?.()
    life.activate(index)
    const answer = await Promise.race([life.run(async () => receive.call(program, request)), reset])
    if (typeof (answer as Partial<Response> | undefined)?.status === 'number') return answer
    const mistake = new OptionError('receive', `receive must return a Response, not ${shown(answer)}`)
    this.parts.refuse(mistake)
    throw mistake
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.parts.simulator.clock.timers.setTimeout(resolve, milliseconds)
    })
  }
}

/** A delivery that waits until `run` is at work on its record. */
interface AwaitedDelivery {
  /** The member of `simulator.records`; undefined for an event about none. */
  readonly records: string | undefined
  /** The member by which other records name it. */
  readonly reference: string
  readonly id: unknown
  readonly hit: Hit
  readonly event: Mutable<DeliveryEvent>
}

interface Delivery {
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** The index of its event, and what is to be done when the program hears it. */
interface DeliveryArrival {
  readonly index: number
  arrive?(): void
}

const answersWithin = ({ assumptions }: Simulator): number =>
  Number(assumptions.register().find(({ id }) => id === 'webhook-timeout')?.value) * 1000

const connectionRefused = (): TypeError => new TypeError('connection refused: nobody listens')

const forged = (signature: string) => ({ wrong: signature, short: signature.slice(0, -2), none: undefined })

/** The copy that arrives: the same, or another event with the signature of this one, a cut one or none. */
function copyOf(delivery: Delivery, { signature }: DeliveryCopy): Delivery {
  if (!signature) return delivery
  const { url, headers, body } = delivery
  const event = JSON.parse(body) as { event_id: string }
  const changed = [...headers].flatMap(([name, value]): [string, string][] => {
    const made = /signature/i.test(name) ? forged(value)[signature] : value
    return made === undefined ? [] : [[name, made]]
  })
  return {
    url,
    headers: new platform.Headers(changed),
    body: JSON.stringify({ ...event, event_id: `${event.event_id}-forged` }),
  }
}
