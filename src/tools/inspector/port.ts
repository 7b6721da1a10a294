import { ControlError, controlAnswer } from '../../errors/control-error'
import type { RecordType } from './record-columns'

/** Takes requests for the controls of a simulator: `controls(simulator)`, or a fetch to a server. */
export interface ControlsPort {
  (request: Request): Promise<Response>
  /** The address of the service, set by the page of a server. */
  readonly origin?: string
}

/** A state between changes that is kept (docs/controls.md). */
export interface Moment {
  readonly after: number
  readonly at: string
}

const BASE = 'http://simulator.invalid/__simulator'

export class Controls {
  #keepsMoments: boolean | undefined
  #types: Promise<readonly RecordType[]> | undefined
  /** The organisation that calls are about; the simulator's own if undefined. */
  organization: string | undefined

  constructor(private readonly port: ControlsPort) {}

  /** The address of the service of these controls; undefined within a page. */
  get origin(): string | undefined {
    return this.port.origin
  }

  get<T>(path: string): Promise<T> {
    return this.#call<T>(new Request(this.#url(path)))
  }

  /** They are those of the service, so they are read once. */
  recordTypes(): Promise<readonly RecordType[]> {
    this.#types ??= this.get<readonly RecordType[]>('/record-types').catch((error: unknown) => {
      this.#types = undefined
      throw error
    })
    return this.#types
  }

  /** Undefined for what is not there. */
  async find<T>(path: string): Promise<T | undefined> {
    try {
      return await this.get<T>(path)
    } catch (error) {
      if (error instanceof ControlError && error.status === 404) return undefined
      throw error
    }
  }

  /** Empty where the simulator keeps none, as in a sandbox. */
  async momentsSoFar(): Promise<readonly Moment[]> {
    try {
      const moments = await this.get<readonly Moment[]>('/moments')
      this.#keepsMoments = true
      return moments
    } catch (error) {
      if (!(error instanceof ControlError && error.status === 403)) throw error
      this.#keepsMoments = false
      return []
    }
  }

  /** Tells whether one may go back to moments. Asked once, because a simulator keeps them always or never. */
  async keepsMoments(): Promise<boolean> {
    if (this.#keepsMoments === undefined) await this.momentsSoFar()
    return this.#keepsMoments === true
  }

  send<T>(
    method: 'POST' | 'DELETE' | 'PUT',
    path: string,
    body: object = {},
    signal?: AbortSignal,
  ): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return this.#call<T>(
      new Request(this.#url(path), {
        method,
        headers,
        ...(signal && { signal }),
        ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
      }),
    )
  }

  #url(path: string): URL {
    const url = new URL(BASE + path)
    if (this.organization !== undefined) url.searchParams.set('organization', this.organization)
    return url
  }

  async #call<T>(request: Request): Promise<T> {
    return controlAnswer(await this.port(request))
  }
}
