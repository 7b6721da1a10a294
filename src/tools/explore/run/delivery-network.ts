import { OptionError, shown } from '../../../errors/option-error'
import { platform } from '../../../host-time/platform'
import type { Simulator } from '../../../index'
import type { ArmedPlan, Strike } from '../plan/armed-plan'
import type { DeliveryEvent, ProgramTimer, TrialEvent } from './events'
import type { Holds } from './holds'
import type { Living } from './lives'
import type { Numbering } from './numbering'
import type { ProgramLife } from './simulated-network'

export interface DeliveryNetworkSetting {
  readonly simulator: Simulator
  readonly plan: ArmedPlan
  readonly deliveries: Numbering
  readonly holds: Holds
  readonly events: TrialEvent[]
  /** Milliseconds. */
  readonly oneWay: number
  /** What receives now. */
  readonly current: Living | undefined
  kill(life: ProgramLife, downMinutes: number): void
  skewBy(milliseconds: number): void
  /** Ends the exploration. */
  refuse(mistake: OptionError): void
}

const LATE_MILLISECONDS = 7 * 60_000
const SLOW_MILLISECONDS = 8000
/** Milliseconds that a receiver has at least for a delivery that was held. */
const HANDLED_WITHIN = 1000

/** The network between the service and the program's receiver. */
export class DeliveryNetwork {
  readonly #setting: DeliveryNetworkSetting
  /** Deliveries that are refused until then. */
  readonly #lateUntil = new Map<string, number>()
  /** Milliseconds that the service waits for an answer. Many plans have no deliveries. */
  #limit: number | undefined

  constructor(setting: DeliveryNetworkSetting) {
    this.#setting = setting
  }

  /** What the simulator sends deliveries to. */
  readonly receive = async (request: Request): Promise<Response> => {
    const { deliveries, holds, plan, events, oneWay, simulator } = this.#setting
    const body = await request.text()
    const delivery: Delivery = { url: request.url, headers: request.headers, body }
    const { topic, event_id } = JSON.parse(body) as { topic: string; event_id: string }
    const on = `DELIVERY ${topic}`
    const { request: number, attempt } = deliveries.count(on, event_id)
    const at = simulator.clock.instant.now
    const place = { on, number, attempt }
    const strike = plan.strike(place)
    const event: { -readonly [Member in keyof DeliveryEvent]: DeliveryEvent[Member] } = {
      kind: 'delivery',
      at,
      on,
      delivery: number,
      attempt,
      status: null,
      ...(strike && { misfortune: strike.index }),
    }
    const index = events.push(event) - 1
    if (strike?.kind.reception === 'late') this.#lateUntil.set(event_id, at + LATE_MILLISECONDS)
    // The wait also tells the clock that the receiver is in no hurry.
    await this.#pause(oneWay)
    if ((this.#lateUntil.get(event_id) ?? 0) > at) throw connectionRefused()
    // Its answer must be back before the service sends it again.
    this.#limit ??= answersWithin(simulator)
    const latest = at + this.#limit - oneWay - HANDLED_WITHIN
    const held = await holds.at(place, 'in', { sentAt: at, latest })
    if (held) event.held = [held]
    const timers: ProgramTimer[] = []
    let arrivedAt = at
    const arrive = (): void => {
      arrivedAt = simulator.clock.instant.now
      timers.push(...(this.#setting.current?.life.timers ?? []))
      holds.pass(place, 'in', { event: index, latest, timers })
    }
    const answer = await this.#deliver(delivery, strike, event, { index, arrive })
    // What the receiver needs is a part of the time that the service gives it.
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
  calmDown(): void {
    this.#lateUntil.clear()
  }

  async #deliver(
    delivery: Delivery,
    strike: Strike | undefined,
    event: DeliveryEvent,
    arrival: Arrival,
  ): Promise<Response> {
    const { blow, reception } = strike?.kind ?? {}
    const kills = blow && 'kills' in blow ? blow : undefined
    const life = this.#setting.current?.life
    if (blow && 'skewsSeconds' in blow) this.#setting.skewBy(blow.skewsSeconds * 1000)
    if (reception === 'lost') throw connectionRefused()
    if (life && kills?.kills === 'before') {
      this.#setting.kill(life, kills.downMinutes)
      throw connectionRefused()
    }
    if (reception === 'slow') await this.#pause(SLOW_MILLISECONDS)
    const answer = await this.#hear(delivery, arrival)
    if (life && kills?.kills === 'after') this.#setting.kill(life, kills.downMinutes)
    if (reception === 'unheard') throw new TypeError('the connection broke before the answer')
    const copy = COPIES[reception ?? '']
    if (copy) void this.#again(copy.of(delivery), event, copy.after ?? this.#setting.oneWay)
    return answer
  }

  async #again(delivery: Delivery, { misfortune: _, ...event }: DeliveryEvent, wait: number): Promise<void> {
    await this.#pause(wait)
    const { events, simulator } = this.#setting
    const copy = {
      ...event,
      at: simulator.clock.instant.now,
      isCopy: true,
      status: null as number | null,
    } as const
    const draft: { -readonly [Member in keyof DeliveryEvent]: DeliveryEvent[Member] } = { ...copy }
    const index = events.push(draft) - 1
    const answer = await this.#hear(delivery, { index }).catch(() => undefined)
    draft.status = answer?.status ?? null
  }

  /** Hands a delivery to the program. */
  async #hear({ url, headers, body }: Delivery, { index, arrive }: Arrival): Promise<Response> {
    const { life, program } = this.#setting.current ?? {}
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
    this.#setting.refuse(mistake)
    throw mistake
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#setting.simulator.clock.timers.setTimeout(resolve, milliseconds)
    })
  }
}

interface Delivery {
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** The index of its event, and what is to be done when the program hears it. */
interface Arrival {
  readonly index: number
  arrive?(): void
}

const answersWithin = ({ assumptions }: Simulator): number =>
  Number(assumptions.register().find(({ id }) => id === 'webhook-timeout')?.value) * 1000

const connectionRefused = (): TypeError => new TypeError('connection refused: nobody listens')

/** What comes after a delivery that looks like it. */
const COPIES: Readonly<Record<string, { of(delivery: Delivery): Delivery; readonly after?: number }>> = {
  twice: { of: (delivery) => delivery },
  replayed: { of: (delivery) => delivery, after: 60 * 60_000 },
  forged: { of: (delivery) => forged(delivery, (signature) => signature) },
  'forged-short': { of: (delivery) => forged(delivery, (signature) => signature.slice(0, -2)) },
  unsigned: { of: (delivery) => forged(delivery, () => undefined) },
}

/** Another event under a signature that was made for this one. */
function forged(
  { url, headers, body }: Delivery,
  change: (signature: string) => string | undefined,
): Delivery {
  const event = JSON.parse(body) as { event_id: string }
  const changed = [...headers].flatMap(([name, value]) => {
    const made = /signature/i.test(name) ? change(value) : value
    return made === undefined ? [] : [[name, made] as [string, string]]
  })
  return {
    url,
    headers: new platform.Headers(changed),
    body: JSON.stringify({ ...event, event_id: `${event.event_id}-forged` }),
  }
}
