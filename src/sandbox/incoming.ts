import { platform } from '../host-time/platform'
import { readBytes } from '../service/http/read-bytes'
import { overQuota, type Quotas, TokenBucket } from './quotas'
import { CONTROLS } from './route'

/** What a sandbox checks of a request before it looks into it. */
export class Incoming {
  readonly #quotas: Quotas
  readonly #baseUrl: string
  readonly #requests: TokenBucket

  constructor(quotas: Quotas, baseUrl: string) {
    this.#quotas = quotas
    this.#baseUrl = baseUrl
    this.#requests = new TokenBucket(quotas.burst, quotas.requestsPerSecond)
  }

  /** Whether no quota is used. */
  isWhole(now: number): boolean {
    return this.#requests.isFull(now)
  }

  /** The request with its whole body, at the origin of the simulator, or the answer that a quota gives. */
  async read(request: Request, now: number): Promise<Request | Response> {
    const { requestsPerSecond, body } = this.#quotas
    if (!this.#requests.take(now)) {
      const error = `a sandbox answers ${requestsPerSecond} requests in a second`
      return overQuota(429, 'requestsPerSecond', error, this.#requests.wait)
    }
    return (await this.#whole(request)) ?? overQuota(413, 'body', `a body has at most ${body} bytes`)
  }

  /** Undefined if the body is too long. */
  async #whole(request: Request): Promise<Request | undefined> {
    const { url, headers, body, method, signal } = request
    const length = Number(headers.get('content-length') ?? Number.NaN)
    const { body: most } = this.#quotas
    if (length > most) return undefined
    const isOwn = url.startsWith(`${this.#baseUrl}/`)
    if (isOwn && (body === null || length >= 0)) return request
    const { bytes, isCut } = await readBytes(request, most, signal, 'reject')
    if (isCut) return undefined
    const { pathname, search } = new URL(url)
    return new platform.Request(this.#baseUrl + pathname + search, {
      ...{ method, headers, signal },
      ...(bytes.length > 0 && { body: bytes as BodyInit }),
    })
  }

  /** The answer if there is no room for what the request could write. What frees room is always accepted. */
  roomFor({ method }: Request, pathname: string, size: () => number): Response | undefined {
    if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined
    const { rows } = this.#quotas
    if (pathname.startsWith(`${CONTROLS}/reset`) || size() <= rows) return undefined
    return overQuota(507, 'rows', `the rows of a sandbox have at most ${rows} characters`)
  }
}
