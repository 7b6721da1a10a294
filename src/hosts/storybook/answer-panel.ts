import { controls } from 'accounting-simulator/controls'
import type { Simulator, TrafficEntry } from '../../index'
import {
  type AnsweredControl,
  type AskedControl,
  type Channel,
  FAILED,
  REQUEST,
  RESPONSE,
  STORY,
} from './channel'

/** Answers the panel in the manager from the simulator of the current story. */
export class PanelAnswers {
  readonly #channel: Channel
  #port: ((request: Request) => Promise<Response>) | undefined
  #stopCounting: (() => void) | undefined

  constructor(channel: Channel) {
    this.#channel = channel
    // One text: the channel would turn instants into dates.
    channel.on(REQUEST, (message) => void this.#answer(JSON.parse(message) as AskedControl))
  }

  show(simulator: Simulator | undefined): void {
    this.#port = simulator && controls(simulator)
    this.#channel.emit(STORY, String(simulator !== undefined))
    this.#stopCounting?.()
    const count = (): void =>
      this.#channel.emit(FAILED, String(simulator?.traffic.filter(hasFailed).length ?? 0))
    this.#stopCounting = simulator?.subscribe(({ areas }) => areas.has('traffic') && count())
    count()
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
    this.#channel.emit(RESPONSE, JSON.stringify(answer))
  }
}

const hasFailed = ({ outcome, response }: TrafficEntry): boolean =>
  outcome === 'lost' || (response?.status ?? 0) >= 400
