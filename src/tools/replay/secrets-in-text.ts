import { attempt } from '../../kernel/attempt'
import { lettersOf } from '../../kernel/nearest-name'

/** Endings of secret names without separators, so that `client_secret` and `client[secret]` match alike. */
const ENDS = [
  ...['secret', 'token', 'password', 'passwd', 'pwd', 'passphrase', 'passcode', 'credential', 'auth'],
  ...[
    'authorization',
    'jwt',
    'bearer',
    'assertion',
    'signature',
    'codeverifier',
    'keyid',
    'sessionid',
    'sessid',
  ],
  '(?:api|access|account|client|encryption|functions|master|private|secret|signing|subscription|webhook)key',
]
const SECRET_NAME = new RegExp(`(?:${ENDS.join('|')})s?(?:v|sha)?\\d*(?:hash|value)?$`)
/** Names that mean a secret only in a header or a parameter. */
const SECRET_HEADER = /(?:key|session)$/
const SECRET_PARAMETER = /^(?:key|sig|sid|session)$/
/** The replay needs idempotency keys, and they give no access. */
const READABLE_HEADER = 'idempotency-key'

/** A parameter `code` is an OAuth secret, except on the service's paths, where it is a filter. */
const CODE = 'code'
const AFTER_AN_ADDRESS_OF_THE_SERVICE = /\/public\/v\d+\/[^\s"]*$/
const LONGEST_ADDRESS = 4000

const isSecretMember = (name: string): boolean => SECRET_NAME.test(lettersOf(name))

export const isSecretHeader = (name: string): boolean =>
  name !== READABLE_HEADER && (isSecretMember(name) || SECRET_HEADER.test(lettersOf(name)))

/** Returns the replacement for a secret, which is passed without escapes. */
type Mask = (secret: string, isWithin: boolean) => string

/** Replaces the values of members, query parameters and form parts with secret names. */
export function replaceSecrets(text: string, mask: Mask): string {
  let replaced = replaceMembers(text, mask)
  for (const pattern of PARAMETERS)
    replaced = replaced.replace(pattern, (whole, before: string, name: string, value: string, at: number) => {
      const isSecret = isSecretParameter(decoded(name), () =>
        replaced.slice(Math.max(0, at - LONGEST_ADDRESS), at),
      )
      return isSecret ? before + mask(decoded(value), false) : whole
    })
  return replaced
}

/** Parameters in URLs and forms, URL-encoded within another parameter, and in multipart forms. */
const PARAMETERS = [
  /((?:^|[?&#;]|\\u0026)([^=&?#;\s"\\<>]{1,200})=)([^&\s"#\\]+)/gi,
  /((?:%3F|%26|%23)((?:(?!%3D|%26)[^=&\s"\\]){1,200})%3D)((?:(?!%26|%23)[^&\s"#\\])+)/gi,
  /(form-data;[^\r\n]*\bname="?([^"\r\n;]{1,200})"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([\s\S]+?)(?=\r?\n--|$)/gi,
]

function isSecretParameter(name: string, before: () => string): boolean {
  if (lettersOf(name) === CODE) return !AFTER_AN_ADDRESS_OF_THE_SERVICE.test(before())
  return isSecretMember(name) || SECRET_PARAMETER.test(lettersOf(name))
}

const decoded = (text: string): string => attempt(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text

/** The name of a JSON member. In JSON within a JSON string, the quotes have backslashes. */
const MEMBER = /(?<!\\)(\\*)"([^"\\]{1,200})\1"(?:\s|\\+[nrt])*:(?:\s|\\+[nrt])*/g
const NUMBER = /-?\d[\d.eE+-]*/y
const IS_NAME = /\s*:/y

/** Works on text instead of parsed JSON: bodies may be cut, and the replay compares number formats. */
function replaceMembers(text: string, mask: Mask): string {
  let [replaced, end] = ['', 0]
  MEMBER.lastIndex = 0
  for (let found = MEMBER.exec(text); found; found = MEMBER.exec(text)) {
    const [, backslashes = '', name = ''] = found
    if (!isSecretMember(name)) continue
    const value = new SecretValue(text, MEMBER.lastIndex, `${backslashes}"`, mask)
    replaced += text.slice(end, MEMBER.lastIndex) + value.replaced
    end = value.end
    MEMBER.lastIndex = end
  }
  return replaced + text.slice(end)
}

/** The value of a secret member. Arrays and objects keep their shape, but not their strings and numbers. */
class SecretValue {
  replaced = ''
  end: number

  constructor(
    private readonly text: string,
    start: number,
    private readonly quote: string,
    private readonly mask: Mask,
  ) {
    this.end = start
    let depth = 0
    do {
      const sign = text[this.end] ?? ''
      if ('}]'.includes(sign)) depth -= 1
      // The member has no value.
      if (depth < 0) return
      if (!this.#isText(depth) && !this.#isNumber(depth)) this.#keep(this.end + 1)
      if ('{['.includes(sign)) depth += 1
    } while (depth > 0 && this.end < text.length)
  }

  #isText(depth: number): boolean {
    const { text, quote } = this
    if (!text.startsWith(quote, this.end)) return false
    const start = this.end + quote.length
    const close = endOfText(text, start, quote.length - 1)
    const after = close + quote.length
    IS_NAME.lastIndex = after
    if (depth > 0 && IS_NAME.test(text)) this.#keep(after)
    else {
      this.#keep(start)
      if (close > start) this.replaced += this.mask(unescaped(text.slice(start, close)), depth > 0)
      this.end = close
      this.#keep(text.startsWith(quote, close) ? after : close)
    }
    return true
  }

  #isNumber(depth: number): boolean {
    NUMBER.lastIndex = this.end
    const [number] = NUMBER.exec(this.text) ?? []
    if (number === undefined) return false
    this.replaced += this.quote + this.mask(number, depth > 0) + this.quote
    this.end += number.length
    return true
  }

  #keep(end: number): void {
    this.replaced += this.text.slice(this.end, end)
    this.end = end
  }
}

/** The position of a string's closing quote with its backslashes; the end of the text if the text is cut. */
function endOfText(text: string, start: number, backslashes: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = 0
    while (quote - before > start && text[quote - before - 1] === '\\') before += 1
    // A quote with fewer backslashes ends the enclosing string.
    if (before < backslashes) return quote - before
    if (before % (2 * backslashes + 2) === backslashes) return quote - backslashes
  }
  return text.length
}

const unescaped = (text: string): string => attempt(() => JSON.parse(`"${text}"`)) ?? text
