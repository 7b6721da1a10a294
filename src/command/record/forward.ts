import { type ClientRequest, type IncomingMessage, request as plain, type ServerResponse } from 'node:http'
import { request as secure } from 'node:https'
import { endOf } from '../../hosts/node/exchange'
import { pathOfTarget } from '../../hosts/node/request'
import { KeptBody } from './kept-body'

/** One exchange between a client and the service, as it passed. */
export interface Passed {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly url: URL
  readonly request: PassedMessage
  /** Undefined if no answer arrived. */
  readonly answer?: PassedMessage & { readonly status: number }
  /** The error that kept the answer away, or cut it off. */
  readonly trouble?: NodeJS.ErrnoException | 'client left' | undefined
  /** True if more came than the answer's content-length says. It is not passed on. */
  readonly hasSurplus: boolean
}

interface PassedMessage {
  readonly headers: ReadonlyMap<string, string>
  readonly body: KeptBody
  readonly isWhole: boolean
}

/**
 * Forwards requests to another server, and its answers as they come. Redirects are not followed, and nothing is
 * decoded. `note` is called once for each request, before the client sees the end of the answer.
 */
export const forwardTo =
  (base: URL, note: (passed: Passed) => void) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const finished = endOf(incoming, outgoing)
    try {
      new Passage(base, incoming, outgoing, note)
    } catch {
      outgoing.destroy()
    }
    await finished
  }

class Passage {
  readonly #at = Date.now()
  readonly #url: URL
  readonly #sent = new KeptBody()
  readonly #received = new KeptBody()
  readonly #upstream: ClientRequest
  #response: IncomingMessage | undefined
  #hasSurplus = false
  #isNoted = false

  constructor(
    base: URL,
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
    private readonly note: (passed: Passed) => void,
  ) {
    this.#url = new URL(base.origin + pathBelow(base, incoming.url ?? '/'))
    this.#upstream = this.#send(base)
    this.#upstream.on('response', (response) => this.#answer(response))
    this.#upstream.on('error', (error) => this.#failed(error))
    incoming.on('data', (part: Buffer) => this.#sent.add(part))
    incoming.pipe(this.#upstream)
    outgoing.once('close', () => this.#left())
  }

  /** A connection of its own for each request: one that is kept may break just when it is used again. */
  #send(base: URL): ClientRequest {
    const { method = 'GET', url = '/', rawHeaders } = this.incoming
    const headers = ['Host', this.#url.host, ...endToEnd(rawHeaders, ['host', 'expect'])]
    const send = this.#url.protocol === 'https:' ? secure : plain
    // The path as the client wrote it: a URL would write it anew.
    const path = pathBelow(base, url)
    return send(this.#url, { method, path, headers, agent: false, setHost: false })
  }

  #answer(response: IncomingMessage): void {
    const { incoming, outgoing } = this
    this.#response = response
    outgoing.sendDate = false
    const declared = Number(response.headers['content-length'])
    try {
      outgoing.writeHead(
        response.statusCode ?? 0,
        response.statusMessage ?? '',
        endToEnd(response.rawHeaders),
      )
      outgoing.flushHeaders()
    } catch (error) {
      this.#failed(error as Error)
      return
    }
    response.on('data', (part: Buffer) => {
      this.#received.add(part)
      // The client may take these bytes for the end of the answer.
      if (this.#received.size === declared) this.#done()
      if (outgoing.write(part)) return
      response.pause()
      outgoing.once('drain', () => response.resume())
    })
    response.on('error', (error) => this.#failed(error))
    response.on('end', () => {
      this.#done()
      outgoing.end()
      // An answer may come before the whole request has been read.
      if (!incoming.complete) incoming.resume()
    })
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (this.#response?.complete) {
      this.#hasSurplus ||= error.code?.startsWith('HPE_') === true
      return
    }
    this.#done(error)
    const { socket } = this.incoming
    this.incoming.unpipe(this.#upstream)
    if (this.#response === undefined && error.code === 'ECONNRESET') socket.resetAndDestroy()
    // The answer goes first, as far as it came.
    else setImmediate(() => socket.destroySoon())
  }

  #left(): void {
    if (this.outgoing.writableFinished && this.#isNoted) return
    this.#done('client left')
    this.#upstream.destroy()
  }

  #done(trouble?: Passed['trouble']): void {
    if (this.#isNoted) return
    this.#isNoted = true
    const { incoming } = this
    const response = this.#response
    this.note({
      at: this.#at,
      method: incoming.method ?? 'GET',
      url: this.#url,
      request: { headers: headersOf(incoming), body: this.#sent, isWhole: incoming.complete },
      ...(response && {
        answer: {
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          body: this.#received,
          isWhole: trouble === undefined,
        },
      }),
      trouble,
      hasSurplus: this.#hasSurplus,
    })
  }
}

/** The path at the other server. */
const pathBelow = (base: URL, asked: string): string =>
  base.pathname.replace(/\/$/, '') + pathOfTarget(asked).replace(/^(?!\/)/, '/')

/** Headers that are about one connection alone (RFC 9110, section 7.6.1). The framing is that of the message. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']

function endToEnd(raw: readonly string[], others: readonly string[] = []): string[] {
  const left = new Set([...CONNECTION_HEADERS, ...others])
  return raw.flatMap((name, i) =>
    i % 2 === 0 && !left.has(name.toLowerCase()) ? [name, raw[i + 1] ?? ''] : [],
  )
}

const headersOf = ({ headersDistinct }: IncomingMessage): ReadonlyMap<string, string> =>
  new Map(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
