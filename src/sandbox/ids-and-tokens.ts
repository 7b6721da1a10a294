/** Sandbox ids that carry their own proof, and tokens of which only hashes are stored. */
import { isEqualSecret } from '../kernel/is-equal-secret'
import { keepNewest } from './quotas'

/** The letters of ids. Ids are parts of host names, which are case-insensitive. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const RANDOM_LETTERS = 16
const PROOF_LETTERS = 6
const TOKEN_LETTERS = 32
export const SANDBOX_ID = /^[a-z2-7]{22}$/
const KNOWN_AT_MOST = 10_000

const lettersOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Each letter carries five random bits. */
const randomLetters = (count: number): string => lettersOf(crypto.getRandomValues(new Uint8Array(count)))

export const newToken = (id?: string): string =>
  id === undefined ? `tt_${randomLetters(TOKEN_LETTERS)}` : `st_${id}_${randomLetters(TOKEN_LETTERS)}`

export const newKey = (id: string): string => `sk_${id}_${randomLetters(RANDOM_LETTERS)}`

/** SHA-256 as hexadecimal digits. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Makes and checks ids: 16 random letters and 6 of an HMAC, so that guesses fail without a lookup. */
export class Ids {
  readonly #key: Promise<CryptoKey>
  readonly #known = new Set<string>()
  /** Checks under way by id, shared by concurrent requests. */
  readonly #checks = new Map<string, Promise<boolean>>()

  constructor(secret: string) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    this.#key = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign'])
  }

  async make(): Promise<string> {
    const random = randomLetters(RANDOM_LETTERS)
    return random + (await this.#proofOf(random))
  }

  /** True if the id was already found genuine. Otherwise ask `isGenuine`. */
  isKnown(id: string): boolean {
    return this.#known.has(id)
  }

  isGenuine(id: string): Promise<boolean> {
    const check = this.#checks.get(id) ?? this.#check(id).finally(() => this.#checks.delete(id))
    this.#checks.set(id, check)
    return check
  }

  async #check(id: string): Promise<boolean> {
    if (this.#known.has(id)) return true
    if (!SANDBOX_ID.test(id)) return false
    if (!isEqualSecret(await this.#proofOf(id.slice(0, RANDOM_LETTERS)), id.slice(RANDOM_LETTERS)))
      return false
    keepNewest(this.#known.add(id), KNOWN_AT_MOST)
    return true
  }

  async #proofOf(random: string): Promise<string> {
    const proof = await crypto.subtle.sign('HMAC', await this.#key, new TextEncoder().encode(random))
    return lettersOf(new Uint8Array(proof).slice(0, PROOF_LETTERS))
  }
}
