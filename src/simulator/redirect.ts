import type { SimulatorFetch, Wrapper } from '../service/http/simulator-fetch'

type Elsewhere = () => SimulatorFetch | undefined

/** Sends requests to another simulator, such as a fork, depending on the calling code. */
export class Redirect {
  #elsewhere: Elsewhere | undefined

  /** `elsewhere` returns the port for the calling code, or undefined. Returns the function that ends it. */
  start(elsewhere: Elsewhere): () => void {
    this.#elsewhere = elsewhere
    return () => {
      if (this.#elsewhere === elsewhere) this.#elsewhere = undefined
    }
  }

  readonly wrap: Wrapper = (port) => (input, init) => (this.#elsewhere?.() ?? port)(input, init)
}
