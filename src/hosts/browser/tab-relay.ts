import type { TabMessage } from './messages'
import { packedRequest, packedResponse, unpackedRequest, unpackedResponse } from './packed'

type Door = (request: Request) => Promise<Response>

interface Waiting {
  readonly door: string
  readonly request: Request
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
  /** The id of the tab to which the request was sent. */
  sentTo?: string
}

/** Carries requests to the tab that holds the world, and carries its responses back. */
export class TabRelay {
  readonly #channel: BroadcastChannel
  readonly #self: string
  readonly #waiting = new Map<number, Waiting>()
  #doors: Readonly<Record<string, Door>> | undefined
  #holder: string | undefined
  #calls = 0

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name)
    this.#self = `${performance.timeOrigin} ${performance.now()}`
    this.#channel.onmessage = ({ data }) => this.#hear(data as TabMessage)
    addEventListener('pagehide', this.#leave)
    this.#say({ kind: 'who', from: this.#self })
  }

  /** Declares that this tab holds the world from now on. */
  answerWith(doors: Readonly<Record<string, Door>>): void {
    this.#doors = doors
    this.#say({ kind: 'here', from: this.#self })
    this.#found(this.#self)
  }

  /** Rejects with the TypeError of `fetch` if the holding tab closes before it has answered. */
  call(door: string, request: Request): Promise<Response> {
    if (this.#doors) return this.#answer(door, request)
    return new Promise((resolve, reject) => {
      const id = ++this.#calls
      this.#waiting.set(id, { door, request, resolve, reject })
      if (this.#holder !== undefined) void this.#send(id, this.#holder)
    })
  }

  close(): void {
    this.#leave()
    removeEventListener('pagehide', this.#leave)
    this.#channel.close()
    for (const { reject } of this.#waiting.values()) reject(new TypeError('Failed to fetch'))
  }

  readonly #leave = (): void => {
    if (this.#doors) this.#say({ kind: 'gone', from: this.#self })
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'who' && this.#doors) this.#say({ kind: 'here', from: this.#self })
    if (message.kind === 'here') this.#found(message.from)
    if (message.kind === 'gone') this.#lost(message.from)
    if (message.kind === 'call' && message.to === this.#self) void this.#serve(message)
    if (message.kind === 'answer' && message.to === this.#self) this.#receive(message)
  }

  #found(holder: string): void {
    if (this.#holder !== undefined && this.#holder !== holder) this.#lost(this.#holder)
    this.#holder = holder
    for (const [id, { sentTo }] of this.#waiting) if (sentTo === undefined) void this.#send(id, holder)
  }

  /** Rejects the requests that the closed tab had not answered: they may or may not have been carried out. */
  #lost(holder: string): void {
    if (this.#holder === holder) this.#holder = undefined
    for (const [id, { sentTo, reject }] of this.#waiting) {
      if (sentTo !== holder) continue
      this.#waiting.delete(id)
      reject(new TypeError('Failed to fetch'))
    }
  }

  async #send(id: number, holder: string): Promise<void> {
    const call = this.#waiting.get(id)
    if (!call) return
    call.sentTo = holder
    if (holder === this.#self) {
      this.#waiting.delete(id)
      return this.#answer(call.door, call.request).then(call.resolve, call.reject)
    }
    const request = await packedRequest(call.request)
    this.#say({ kind: 'call', to: holder, from: this.#self, id, door: call.door, request })
  }

  async #serve({ from, id, door, request }: TabMessage & { kind: 'call' }): Promise<void> {
    const response = await this.#answer(door, unpackedRequest(request)).then(packedResponse, () => null)
    this.#say({ kind: 'answer', to: from, id, response })
  }

  #receive({ id, response }: TabMessage & { kind: 'answer' }): void {
    const call = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (response) call?.resolve(unpackedResponse(response))
    else call?.reject(new TypeError('Failed to fetch'))
  }

  async #answer(door: string, request: Request): Promise<Response> {
    const found = this.#doors?.[door]
    if (!found) throw new TypeError('Failed to fetch')
    return found(request)
  }

  #say(message: TabMessage): void {
    this.#channel.postMessage(message)
  }
}
