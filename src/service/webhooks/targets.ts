import { wrongOption } from '../../errors/option-error'
import { flag, members, oneOfNames, orElse } from '../../errors/reader'
import { synchronous } from '../../errors/synchronous'
import { isUrl } from '../../host-time/platform'

/**
 * Receives each delivery and returns the receiver's response. An error that it throws counts as a broken
 * connection, and fails the test at its end (`useSimulator`, `runTest`).
 */
export type Receiver = (request: Request) => Response | Promise<Response>

export interface ConnectOptions {
  /**
   * The clock of the signature's timestamp. Use 'wall' for receivers that compare it with the host's clock.
   * @default 'virtual'
   */
  readonly timestamps?: 'virtual' | 'wall'
  /**
   * True if the receiver may throw, such as one that simulates a crash. Otherwise its errors fail the test,
   * so that no assertion in a receiver is lost.
   * @default false
   */
  readonly mayThrow?: boolean
}

const readOptions = members({
  timestamps: orElse(oneOfNames(['virtual', 'wall']), 'virtual'),
  mayThrow: orElse(flag, false),
})

/** Selects deliveries by their URL. */
export type UrlRule = (url: string) => boolean

export interface Target {
  /** The prefix of the URLs, or a rule. */
  readonly prefix: string | UrlRule
  readonly receiver: Receiver | string
  readonly timestamps: 'virtual' | 'wall'
  readonly mayThrow: boolean
  /** True if it replaced another receiver, which gets nothing any more. */
  readonly isSuccessor: boolean
}

/** An error that no caller could receive. */
export interface Thrown {
  /** The thrower, as the subject of a sentence. */
  readonly who: string
  readonly error: unknown
}

const THROWN_AT_MOST = 100

const LOOPBACK = /^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?(\/.*)?$/

export const isLoopbackUrl = (target: unknown): target is string => isUrl(target) && LOOPBACK.test(target)

/** A `*` in the host, as a path segment or at the end of the path. Elsewhere `*` is an ordinary character. */
const WILDCARD = /^\w+:\/\/[^/?#]*\*|^[^?#]*(\/\*+\/|\*([?#]|$))/

/** Destinations of deliveries by URL. Not part of the world: forks share, restore and reset keep them. */
export class Targets {
  #targets: readonly Target[] = []

  /** @param thrown errors of the user's functions that no caller could receive */
  constructor(readonly thrown: Thrown[] = []) {}

  takeThrown(): Thrown[] {
    return this.thrown.splice(0)
  }

  /** All connections. The latest comes first. */
  get all(): readonly Target[] {
    return this.#targets
  }

  /** @throws OptionError */
  connect(prefix: string | UrlRule, receiver: Receiver | string, options: ConnectOptions = {}): () => void {
    const { timestamps, mayThrow } = readOptions(options, '')
    const isRule = typeof prefix === 'function'
    if (!isRule && (!isUrl(prefix) || WILDCARD.test(prefix)))
      throw wrongOption(
        'prefix',
        'the beginning of a URL, such as https://hooks.example.com/ ' +
          '(no wildcard: every URL that begins so is meant), or a function of URLs',
        prefix,
      )
    if (typeof receiver !== 'function' && !isLoopbackUrl(receiver))
      throw wrongOption('target', 'a function or a loopback URL such as http://127.0.0.1:3000', receiver)
    const selected = isRule ? synchronous('prefix', prefix) : new URL(prefix).href
    const before = this.#targets.find((known) => known.prefix === selected)
    const isSuccessor = before !== undefined && (before.isSuccessor || before.receiver !== receiver)
    const target: Target = { prefix: selected, receiver, timestamps, mayThrow, isSuccessor }
    this.#targets = [target, ...this.#targets.filter((known) => known !== before)]
    return () => {
      this.#targets = this.#targets.filter((known) => known !== target)
    }
  }

  /** A copy without later connections. It shares the list of errors unless `thrown` is given. */
  copy(thrown: Thrown[] = this.thrown): Targets {
    const copy = new Targets(thrown)
    copy.#targets = this.#targets
    return copy
  }

  /** Stores an error for the end of the test. */
  note(who: string, error: unknown): void {
    const isKnown = this.thrown.some((one) => one.error === error)
    if (!isKnown && this.thrown.length < THROWN_AT_MOST) this.thrown.push({ who, error })
  }

  /** The connection with the longest matching prefix, otherwise the latest whose rule returns true. */
  find(url: string): Target | undefined {
    const { href } = new URL(url)
    const [nearest] = this.#targets
      .filter(({ prefix }) => typeof prefix === 'string' && href.startsWith(prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)
    return nearest ?? this.#targets.find(({ prefix }) => typeof prefix === 'function' && prefix(href))
  }

  /** Like `find`, but stores the error of a rule, because no caller could receive it. */
  at(url: string): Target | undefined {
    try {
      return this.find(url)
    } catch (error) {
      this.note('a rule of webhooks.connect', error)
      return undefined
    }
  }

  /** True if the URL belongs to a connected server on the local machine. */
  reaches(url: string): boolean {
    const { origin } = new URL(url)
    return this.#targets.some(
      ({ receiver }) => typeof receiver === 'string' && new URL(receiver).origin === origin,
    )
  }
}

/** Maps a URL to the server connected to its prefix. Under a rule, path and query stay the same. */
export function addressOn(server: string, { prefix }: Target, url: string): string {
  const { href, origin } = new URL(url)
  const rest = href.slice(typeof prefix === 'string' ? prefix.length : origin.length)
  if (/^([?#]|$)/.test(rest)) return server + rest
  return `${server.replace(/\/$/, '')}/${rest.replace(/^\//, '')}`
}
