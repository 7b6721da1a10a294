import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Handles one request, and resolves when its response is sent or the connection is closed. Never rejects. */
export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** Requests that may wait while more is read. */
const FEW = 16

/**
 * The requests of a connection, each of which is handled when the one before it has its answer. While many wait,
 * no more is read: whoever sends many at once waits for itself. While few do, the server hears when the client leaves.
 */
export class RequestLine {
  readonly #waiting: Parameters<Handler>[] = []
  #isMoving = false

  constructor(
    private readonly socket: Socket,
    private readonly handle: Handler,
  ) {
    // To read the body of a request resumes its connection.
    socket.on('resume', () => this.#hold())
  }

  /** Ends when no request waits any more; undefined if an earlier call does. */
  add(...exchange: Parameters<Handler>): Promise<void> | undefined {
    this.#waiting.push(exchange)
    if (!this.#isMoving) return this.#move()
    this.#hold()
    return undefined
  }

  #hold(): void {
    if (this.#waiting.length > FEW) this.socket.pause()
  }

  async #move(): Promise<void> {
    this.#isMoving = true
    for (let next = this.#next(); next; next = this.#next()) await this.handle(...next)
    this.#isMoving = false
  }

  #next(): Parameters<Handler> | undefined {
    if (!this.socket.writable) return undefined
    const next = this.#waiting.shift()
    if (this.#waiting.length === FEW) this.socket.resume()
    return next
  }
}
