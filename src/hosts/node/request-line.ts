import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Handles one request, and resolves when its response is sent or the connection is closed. Never rejects. */
export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** Requests that may wait before the connection stops reading. */
const FEW = 16

/**
 * The requests of a connection, handled one after another. While many wait, the socket is paused, so that
 * pipelining delays only its own client. While few wait, reading goes on, so that a disconnect is noticed.
 */
export class RequestLine {
  readonly #waiting: Parameters<Handler>[] = []
  #isMoving = false

  constructor(
    private readonly socket: Socket,
    private readonly handle: Handler,
  ) {
    // Reading the body of a request resumes its connection, so the pause is renewed.
    socket.on('resume', () => this.#hold())
  }

  /** Resolves when no request waits any more; undefined if an earlier call already handles the queue. */
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
