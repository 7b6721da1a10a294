import { attempt } from '../../kernel/attempt'
import type { RecordedExchange, RecordedRequest, RecordedResponse } from './recorded-exchange'
import { isSecretHeader, replaceSecrets } from './secrets-in-text'

/** The header of the API key. Keys are replaced by numbered labels. */
const KEY = 'x-api-key'
/** Headers that are removed. */
const DROPPED = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization']

/** Secrets of webhooks, anywhere in a body. */
const SECRET = /whsec_[A-Za-z0-9_-]+/g
/** The user name and password in a URL. */
const USER_INFO = /(\bhttps?:\/\/)[^/\s"@\\]+@/gi

/** The shortest keys and secrets that are searched for in texts. Shorter ones may be ordinary words. */
const SHORTEST_KEY = 8
const SHORTEST_SECRET = 12
/** The shortest beginning of a secret that is removed from the end of a cut body. */
const SHORTEST_BEGINNING = 4

const MASK = 'redacted'

/** Removes keys, cookies and secrets from exchanges. Equal keys get equal labels. */
export class Redaction {
  readonly #keys = new Map<string, string>()
  /** The replacement for each form of a key or secret. */
  readonly #names = new Map<string, string>()
  /** The forms, longest first, because one key may begin with another. */
  #forms: readonly string[] | undefined

  /** Learns the keys and secrets in headers, so that they are also found in bodies. */
  learn({ request, response }: RecordedExchange): void {
    const key = request.headers.get(KEY)
    if (key && !this.#keys.has(key)) {
      this.#keys.set(key, `key-${this.#keys.size + 1}`)
      if (key.length >= SHORTEST_KEY) this.#name(key, `key-${this.#keys.size}`)
    }
    for (const [name, value] of [...request.headers, ...response.headers])
      for (const secret of secretsOf(name, value)) this.#remember(secret)
  }

  /** Learns the secrets in bodies and in the URL, so that they are found anywhere later. */
  learnBodies({ request, response }: RecordedExchange): void {
    for (const text of [request.url.href, request.body ?? '', response.body])
      replaceSecrets(text, (secret, isWithin) => {
        // A refusal lists messages, which contain spaces, under the name of the wrong member.
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

  /** Cleans a body. A cut body may end within a secret. */
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

/** The forms of a secret in text, URLs, form data and JSON. */
function formsOf(secret: string): Set<string> {
  // A lone surrogate cannot be URL-encoded.
  const whole = secret.replace(/\p{Surrogate}/gu, '\uFFFD')
  const encoded = [encodeURIComponent, encodeURI, formEncoded].map((encode) => encode(whole))
  const lower = encoded.map((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))
  const escaped = JSON.stringify(secret).slice(1, -1)
  const inPages = escaped.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  // Some JSON writers escape slashes, others escape characters of HTML.
  return new Set([secret, ...encoded, ...lower, escaped, escaped.replaceAll('/', '\\/'), inPages])
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

function secretsOf(header: string, value: string): readonly string[] {
  if (DROPPED.includes(header)) return partsOf(value)
  return header !== KEY && isSecretHeader(header) ? [value, ...tokenIn(value)] : []
}

/** The token, and the values of parameters and cookies, except those that are no secrets. */
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

/** The password of a basic authentication header. */
function passwordIn(token: string): string[] {
  const text = attempt(() => atob(token))
  return text === undefined ? [] : [text.replace(/^[^:]*:/, '')]
}
