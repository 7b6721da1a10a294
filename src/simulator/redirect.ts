import type { SimulatorFetch, Wrapper } from '../service/http/simulator-fetch'

type Elsewhere = () => SimulatorFetch | undefined

/** Sends requests to another simulator, such as a fork, depending on the code that calls. */
export class Redirect {
  #elsewhere: Elsewhere | undefined

  /** The function names a port for the calling code, or none. Returns the function that ends it. */
  start(elsewhere: Elsewhere): () => void {
    this.#elsewhere = elsewhere
    return () => {
      if (this.#elsewhere === elsewhere) this.#elsewhere = undefined
    }
  }

  readonly wrap: Wrapper = (port) => (input, init) => (this.#elsewhere?.() ?? port)(input, init)
}
