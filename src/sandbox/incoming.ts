import { platform, utf8Text } from '../host-time/platform'
import { hasMoreMembersThan, hasMoreObjectsThan } from '../service/http/checks/json-text'
import { readBytes } from '../service/http/read-bytes'
import { controlAt, isReset } from '../tools/controls/controls-path'
import { overQuota, type Quotas, TokenBucket } from './quotas'
import type { Storage } from './storage'

/** A body of at most this many bytes is parsed quickly, whatever it contains. */
const SMALL = 64 * 1024
const MEMBERS_AT_MOST = 10_000
/** The most objects in a body, since a document is written without a pause. Grows with the byte quota. */
const objectsIn = (bytes: number): number => Math.max(1, Math.floor(bytes / 524))

/** True if the body has too many members or objects, so that its processing would block other sandboxes. */
function isWide(bytes: Uint8Array, pathname: string, objects: number): boolean {
  if (bytes.length <= SMALL) return false
  const text = utf8Text(bytes)
  if (hasMoreMembersThan(text, MEMBERS_AT_MOST)) return true
  // An imported world is a list of rows, which cost little each.
  return controlAt(pathname) !== '/import' && hasMoreObjectsThan(text, objects)
}

/** Checks a request against the quotas before the simulator gets it. */
export class Incoming {
  readonly #requests: TokenBucket

  /** @param inTurn runs a piece of work when the team's turn comes */
  constructor(
    private readonly quotas: Quotas,
    private readonly baseUrl: string,
    private readonly inTurn: <T>(piece: () => T) => Promise<T>,
  ) {
    this.#requests = new TokenBucket(quotas.burst, quotas.requestsPerSecond)
  }

  /** True if the whole quota of requests is available. */
  isWhole(now: number): boolean {
    return this.#requests.isFull(now)
  }

  /** Reads the whole request and moves it to the simulator's origin. A Response refuses it over a quota. */
  async read(request: Request, now: number): Promise<Request | Response> {
    const { requestsPerSecond, body } = this.quotas
    if (!this.#requests.take(now)) {
      const error = `a sandbox answers ${requestsPerSecond} requests in a second`
      return overQuota(429, 'requestsPerSecond', error, this.#requests.wait)
    }
    return (
      (await this.#whole(request)) ??
      overQuota(
        413,
        'body',
        `a body has at most ${body} bytes and ${objectsIn(body)} objects, and none of them more than ` +
          `${MEMBERS_AT_MOST} members`,
      )
    )
  }

  /** Undefined if the body is too long or too wide. */
  async #whole(request: Request): Promise<Request | undefined> {
    const { url, headers, body, method, signal } = request
    const length = Number(headers.get('content-length') ?? Number.NaN)
    const { body: most } = this.quotas
    if (length > most) return undefined
    const isOwn = url.startsWith(`${this.baseUrl}/`)
    if (isOwn && (body === null || length <= SMALL)) return request
    const { bytes, isCut } = await readBytes(request, most, signal, 'reject')
    const { pathname, search } = new URL(url)
    if (isCut || (await this.inTurn(() => isWide(bytes, pathname, objectsIn(most))))) return undefined
    return new platform.Request(this.baseUrl + pathname + search, {
      ...{ method, headers, signal },
      ...(bytes.length > 0 && { body: bytes as BodyInit }),
    })
  }

  /** Refuses a write if the quota of rows is used up. Requests that free room are always accepted. */
  roomFor({ method }: Request, pathname: string, storage: Pick<Storage, 'size'>): Response | undefined {
    if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined
    const { rows } = this.quotas
    if (isReset(method, pathname) || storage.size() <= rows) return undefined
    return overQuota(507, 'rows', `the rows of a sandbox have at most ${rows} characters`)
  }
}
