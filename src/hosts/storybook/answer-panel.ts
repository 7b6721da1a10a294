import { controls } from 'accounting-simulator/controls'
import type { Simulator, TrafficEntry } from '../../index'
import {
  type AnsweredControl,
  type AskedControl,
  type Channel,
  REQUEST,
  RESPONSE,
  STATUS,
  STORY,
  type StoryStatus,
} from './channel'

/** Changes after which failures or the time may be others. */
const TOLD = ['traffic', 'webhooks', 'clock'] as const

/** Answers the panel in the manager from the simulator of the current story. */
export class PanelAnswers {
  #port: ((request: Request) => Promise<Response>) | undefined
  #stopTelling: (() => void) | undefined

  constructor(private readonly channel: Channel) {
    // One text: the channel would turn instants into dates.
    channel.on(REQUEST, (message) => void this.#answer(JSON.parse(message) as AskedControl))
  }

  show(simulator: Simulator | undefined): void {
    this.#port = simulator && controls(simulator)
    this.channel.emit(STORY, String(simulator !== undefined))
    this.#stopTelling?.()
    const tell = (): void => this.channel.emit(STATUS, JSON.stringify(statusOf(simulator)))
    this.#stopTelling = simulator?.subscribe(({ areas }) => TOLD.some((area) => areas.has(area)) && tell())
    tell()
  }

  async #answer({ id, method, path, body }: AskedControl): Promise<void> {
    const port = this.#port
    if (!port) return
    const init = { method, headers: { 'content-type': 'application/json' }, ...(body !== null && { body }) }
    const response = await port(new Request(`http://simulator.invalid${path}`, init))
    if (port !== this.#port) return
    const answer: AnsweredControl = {
      id,
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      body: await response.text(),
    }
    this.channel.emit(RESPONSE, JSON.stringify(answer))
  }
}

function statusOf(simulator: Simulator | undefined): StoryStatus {
  if (!simulator) return { failed: 0 }
  const { traffic, timeline, clock } = simulator
  // The log of deliveries forgets as time moves on.
  const refused = timeline.filter((one) => one.kind === 'delivery' && one.outcome !== 'delivered')
  return { failed: traffic.filter(hasFailed).length + refused.length, now: clock.now }
}

const hasFailed = ({ outcome, response }: TrafficEntry): boolean =>
  outcome === 'lost' || (response?.status ?? 0) >= 400
