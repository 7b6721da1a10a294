import type { RecordedExchange, RecordedRequest, RecordedResponse } from './recorded-exchange'

/** Keys are told apart by a number. */
const KEY = 'x-api-key'
/** Headers that are never kept. */
const DROPPED = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization']
/** Headers of which only the name is kept. */
const SECRET_HEADER =
  /(^|-)(api-?key|key-id|token|secret|password|passwd|signature(-v\d+)?|auth|session(-id)?)$/

/** Secrets of webhooks, wherever they stand in a body. */
const SECRET = /whsec_[A-Za-z0-9_-]+/g
const SECRET_MEMBER =
  /("(?:secret|client_secret|password|api_?key|access_token|refresh_token|token)"\s*:\s*")((?:[^"\\]|\\.)*)"/gi
const SECRET_PARAMETER =
  /((?:^|[?&])(?:api[_-]?key|key|secret|client_secret|password|access_token|token|signature|sig)=)([^&\s"#\\]+)/gi
/** The name and password in a URL. */
const USER_INFO = /(\bhttps?:\/\/)[^/\s"@\\]+@/gi

/** A shorter key may be a word of the text, and so may a shorter secret of another kind. */
const SHORTEST_KEY = 8
const SHORTEST_SECRET = 12

const MASK = 'redacted'

/** Takes keys, cookies and secrets out of exchanges. Equal keys get equal names. */
export class Redaction {
  readonly #keys = new Map<string, string>()
  readonly #secrets = new Set<string>()

  /** Remembers the keys and secrets of its headers, so that they are found in its bodies, too. */
  learn({ request, response }: RecordedExchange): void {
    const key = request.headers.get(KEY)
    if (key && !this.#keys.has(key)) this.#keys.set(key, `key-${this.#keys.size + 1}`)
    for (const [name, value] of [...request.headers, ...response.headers])
      for (const secret of secretsOf(name, value)) this.#remember(secret)
  }

  /** Remembers the secrets that its bodies and its address name, so that they are found wherever they stand later. */
  learnBodies({ request, response }: RecordedExchange): void {
    for (const text of [request.url.href, request.body ?? '', response.body])
      for (const pattern of [SECRET_MEMBER, SECRET_PARAMETER])
        for (const [, , secret = ''] of text.matchAll(pattern)) this.#remember(secret)
  }

  clean({ at, request, response }: RecordedExchange): RecordedExchange {
    return { at, request: this.#request(request), response: this.#response(response) }
  }

  #request(request: RecordedRequest): RecordedRequest {
    return {
      ...request,
      url: new URL(this.#text(request.url.href)),
      headers: this.#headers(request.headers),
      body: request.body === null ? null : this.#text(request.body),
    }
  }

  #response(response: RecordedResponse): RecordedResponse {
    return { ...response, headers: this.#headers(response.headers), body: this.#text(response.body) }
  }

  #headers(headers: ReadonlyMap<string, string>): Map<string, string> {
    const kept = [...headers].filter(([name]) => !DROPPED.includes(name))
    return new Map(kept.map(([name, value]) => [name, this.#header(name, value)]))
  }

  #header(name: string, value: string): string {
    if (name === KEY) return this.#keys.get(value) ?? ''
    return SECRET_HEADER.test(name) ? MASK : this.#text(value)
  }

  #text(text: string): string {
    let cleaned = text
      .replace(SECRET, 'whsec_redacted')
      .replace(SECRET_MEMBER, `$1${MASK}"`)
      .replace(SECRET_PARAMETER, `$1${MASK}`)
      .replace(USER_INFO, '$1')
    for (const [key, name] of this.#keys)
      if (key.length >= SHORTEST_KEY) cleaned = cleaned.replaceAll(key, name)
    for (const secret of this.#secrets) cleaned = cleaned.replaceAll(secret, MASK)
    return cleaned
  }

  #remember(secret: string): void {
    if (secret.length < SHORTEST_SECRET || this.#keys.has(secret)) return
    this.#secrets.add(secret)
    this.#secrets.add(encodeURIComponent(secret))
  }
}

function secretsOf(header: string, value: string): readonly string[] {
  if (DROPPED.includes(header)) return partsOf(value)
  return header !== KEY && SECRET_HEADER.test(header) ? [value] : []
}

/** The token after a scheme, and the values of cookies without their attributes. */
const partsOf = (value: string): string[] =>
  value.split(/[;,]/).flatMap((pair) => {
    const [, name = '', rest = ''] = /^\s*([^\s=]+)[\s=]+(.*?)\s*$/.exec(pair) ?? []
    return ATTRIBUTE.test(name) ? [] : [rest]
  })

const ATTRIBUTE = /^(expires|max-age|domain|path|samesite)$/i
