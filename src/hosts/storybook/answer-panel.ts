import { controls } from 'accounting-simulator/controls'
import type { Simulator } from '../../index'
import { type AnsweredControl, type AskedControl, type Channel, REQUEST, RESPONSE, STORY } from './channel'

/** Answers the panel in the manager from the simulator of the current story. */
export class PanelAnswers {
  readonly #channel: Channel
  #port: ((request: Request) => Promise<Response>) | undefined

  constructor(channel: Channel) {
    this.#channel = channel
    // One text: the channel would turn instants into dates.
    channel.on(REQUEST, (message) => void this.#answer(JSON.parse(message) as AskedControl))
  }

  show(simulator: Simulator | undefined): void {
    this.#port = simulator && controls(simulator)
    this.#channel.emit(STORY, String(simulator !== undefined))
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
