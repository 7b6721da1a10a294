import { attempt } from '../../kernel/attempt'
import type { RecordedExchange, RecordedRequest, RecordedResponse } from './recorded-exchange'
import { isSecretHeader, replaceSecrets } from './secrets-in-text'

/** Keys are told apart by a number. */
const KEY = 'x-api-key'
/** Headers that are never kept. */
const DROPPED = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization']

/** Secrets of webhooks, wherever they stand in a body. */
const SECRET = /whsec_[A-Za-z0-9_-]+/g
/** The name and password in a URL. */
const USER_INFO = /(\bhttps?:\/\/)[^/\s"@\\]+@/gi

/** A shorter key may be a word of the text, and so may a shorter secret of another kind. */
const SHORTEST_KEY = 8
const SHORTEST_SECRET = 12
/** Less of a secret at the end of a cut body says nothing. */
const SHORTEST_BEGINNING = 4

const MASK = 'redacted'

/** Takes keys, cookies and secrets out of exchanges. Equal keys get equal names. */
export class Redaction {
  readonly #keys = new Map<string, string>()
  /** Each form of a key or secret has a name, which is written in its place. */
  readonly #names = new Map<string, string>()
  /** The longest first: a key may begin another. */
  #forms: readonly string[] | undefined

  /** Remembers the keys and secrets of its headers, so that they are found in its bodies, too. */
  learn({ request, response }: RecordedExchange): void {
    const key = request.headers.get(KEY)
    if (key && !this.#keys.has(key)) {
      this.#keys.set(key, `key-${this.#keys.size + 1}`)
      if (key.length >= SHORTEST_KEY) this.#name(key, `key-${this.#keys.size}`)
    }
    for (const [name, value] of [...request.headers, ...response.headers])
      for (const secret of secretsOf(name, value)) this.#remember(secret)
  }

  /** Remembers the secrets that its bodies and its address name, so that they are found wherever they stand later. */
  learnBodies({ request, response }: RecordedExchange): void {
    for (const text of [request.url.href, request.body ?? '', response.body])
      replaceSecrets(text, (secret, isWithin) => {
        // A refusal has its messages in lists below the name of the member.
        if (!isWithin || !/\s/.test(secret)) this.#remember(secret)
        return MASK
      })
  }

  clean({ at, request, response }: RecordedExchange): RecordedExchange {
    return { at, request: this.#request(request), response: this.#response(response) }
  }

  #request(request: RecordedRequest): RecordedRequest {
    return {
      ...request,
      url: new URL(this.#text(request.url.href)),
      headers: this.#headers(request.headers),
      body: request.body === null ? null : this.#body(request.body, request.isHeld),
    }
  }

  #response(response: RecordedResponse): RecordedResponse {
    const { headers, body, isHeld } = response
    return { ...response, headers: this.#headers(headers), body: this.#body(body, isHeld) }
  }

  #headers(headers: ReadonlyMap<string, string>): Map<string, string> {
    const kept = [...headers].filter(([name]) => !DROPPED.includes(name))
    return new Map(kept.map(([name, value]) => [name, this.#header(name, value)]))
  }

  #header(name: string, value: string): string {
    if (name === KEY) return this.#keys.get(value) ?? ''
    return isSecretHeader(name) ? MASK : this.#text(value)
  }

  #text(text: string): string {
    let cleaned = replaceSecrets(text.replace(SECRET, 'whsec_redacted'), () => MASK).replace(USER_INFO, '$1')
    for (const form of this.#longestFirst())
      cleaned = cleaned.replaceAll(form, () => this.#names.get(form) as string)
    return cleaned
  }

  /** A body that was cut may end within a secret. */
  #body(body: string, isHeld: boolean): string {
    const cleaned = this.#text(body)
    if (isHeld) return cleaned
    for (const form of this.#longestFirst())
      for (let length = form.length - 1; length >= SHORTEST_BEGINNING; length -= 1)
        if (cleaned.endsWith(form.slice(0, length)))
          return cleaned.slice(0, -length) + (this.#names.get(form) as string)
    return cleaned
  }

  #longestFirst(): readonly string[] {
    this.#forms ??= [...this.#names.keys()].sort((a, b) => b.length - a.length)
    return this.#forms
  }

  #remember(secret: string): void {
    if (secret.length >= SHORTEST_SECRET && !this.#keys.has(secret)) this.#name(secret, MASK)
  }

  #name(secret: string, name: string): void {
    for (const form of formsOf(secret)) {
      if (this.#names.has(form)) continue
      this.#names.set(form, name)
      this.#forms = undefined
    }
  }
}

/** A secret as it stands in texts, addresses, forms and JSON. */
function formsOf(secret: string): Set<string> {
  // Half of a pair has no code in an address.
  const whole = secret.replace(/\p{Surrogate}/gu, '\uFFFD')
  const encoded = [encodeURIComponent, encodeURI, formEncoded].map((encode) => encode(whole))
  const lower = encoded.map((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))
  const escaped = JSON.stringify(secret).slice(1, -1)
  const inPages = escaped.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  // Some writers of JSON escape slashes, others what a page would take for its own.
  return new Set([secret, ...encoded, ...lower, escaped, escaped.replaceAll('/', '\\/'), inPages])
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

function secretsOf(header: string, value: string): readonly string[] {
  if (DROPPED.includes(header)) return partsOf(value)
  return header !== KEY && isSecretHeader(header) ? [value, ...tokenIn(value)] : []
}

/** The token after a scheme, or alone; values of parameters and of cookies, without what is no secret. */
const partsOf = (value: string): string[] => [
  ...tokenIn(value),
  ...[...value.matchAll(/([\w-]+)="?([^",;\s]+)/g)].flatMap(([, name = '', rest = '']) =>
    secretValue(name, rest),
  ),
  ...value.split(/;|,(?=\s*[^\s=;,]+=)/).flatMap((pair) => {
    const [, name = '', rest = ''] = /^\s*([^\s=]+)[\s=]+(.*?)\s*$/.exec(pair) ?? []
    return secretValue(name, rest)
  }),
]

const secretValue = (name: string, value: string): string[] => (NO_SECRET.test(name) ? [] : [value])

const NO_SECRET =
  /^(expires|max-age|domain|path|samesite|realm|uri|username|algorithm|qop|nc|signedheaders|headers)$/i

function tokenIn(value: string): string[] {
  const [, scheme = '', token = ''] = /^\s*(?:([A-Za-z][\w-]*)\s+)?(\S+)\s*$/.exec(value) ?? []
  return scheme.toLowerCase() === 'basic' ? [token, ...passwordIn(token)] : [token]
}

/** The password of basic authentication. */
function passwordIn(token: string): string[] {
  const text = attempt(() => atob(token))
  return text === undefined ? [] : [text.replace(/^[^:]*:/, '')]
}
