import { wrongOption } from '../../errors/option-error'
import { checkMembers } from '../../errors/reader'

/** Receives each delivery; its return value is the receiver's response. */
export type Receiver = (request: Request) => Response | Promise<Response>

export interface ConnectOptions {
  /**
   * The clock of the signature's timestamp. Use 'wall' for receivers that check it against the host's clock.
   * @default 'virtual'
   */
  readonly timestamps?: 'virtual' | 'wall'
}

/** Selects deliveries by their URL. */
export type UrlRule = (url: string) => boolean

export interface Target {
  /** The beginning of the URLs, or a rule. */
  readonly prefix: string | UrlRule
  readonly receiver: Receiver | string
  readonly timestamps: 'virtual' | 'wall'
  /** Another receiver was connected there, and gets nothing any more. */
  readonly isSuccessor: boolean
}

const LOOPBACK = /^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?(\/.*)?$/

export const isLoopbackUrl = (target: unknown): target is string =>
  typeof target === 'string' && LOOPBACK.test(target) && URL.canParse(target)

/**
 * Destinations of deliveries. They are the host's wiring and not part of the world: forks share them, and
 * restore and reset keep them. URLs are normalised before they are compared.
 */
export class Targets {
  #targets: readonly Target[] = []

  /** All connections, the latest first. */
  get all(): readonly Target[] {
    return this.#targets
  }

  /** @throws OptionError */
  connect(prefix: string | UrlRule, receiver: Receiver | string, options: ConnectOptions = {}): () => void {
    checkMembers('options', options, ['timestamps'])
    const { timestamps = 'virtual' } = options
    if (typeof prefix !== 'function' && (typeof prefix !== 'string' || !URL.canParse(prefix)))
      throw wrongOption(
        'prefix',
        'the beginning of a URL, such as https://hooks.example.com/, or a function of URLs',
        prefix,
      )
    if (typeof receiver !== 'function' && !isLoopbackUrl(receiver))
      throw wrongOption('target', 'a function or a loopback URL such as http://127.0.0.1:3000', receiver)
    if (timestamps !== 'virtual' && timestamps !== 'wall')
      throw wrongOption('timestamps', "'virtual' or 'wall'", timestamps)
    const selected = typeof prefix === 'function' ? prefix : new URL(prefix).href
    const before = this.#targets.find((known) => known.prefix === selected)
    const isSuccessor = before !== undefined && (before.isSuccessor || before.receiver !== receiver)
    const target: Target = { prefix: selected, receiver, timestamps, isSuccessor }
    this.#targets = [target, ...this.#targets.filter((known) => known.prefix !== target.prefix)]
    return () => {
      this.#targets = this.#targets.filter((known) => known !== target)
    }
  }

  /** A copy that later changes do not share. */
  copy(): Targets {
    const copy = new Targets()
    copy.#targets = this.#targets
    return copy
  }

  /** The connection with the longest matching prefix, else the latest with a rule that holds. */
  find(url: string): Target | undefined {
    const { href } = new URL(url)
    const [nearest] = this.#targets
      .filter(({ prefix }) => typeof prefix === 'string' && href.startsWith(prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)
    return nearest ?? this.#targets.find(({ prefix }) => typeof prefix === 'function' && prefix(href))
  }

  /** Whether the request goes to a connected server on the local machine. */
  reaches(url: string): boolean {
    if (!URL.canParse(url)) return false
    const { origin } = new URL(url)
    return this.#targets.some(
      ({ receiver }) => typeof receiver === 'string' && new URL(receiver).origin === origin,
    )
  }
}

/** Maps a URL to the server that its prefix is connected to. Under a rule, path and query stay. */
export function addressOn(server: string, { prefix }: Target, url: string): string {
  const { href, origin } = new URL(url)
  const rest = href.slice(typeof prefix === 'string' ? prefix.length : origin.length)
  if (rest === '' || rest.startsWith('?') || rest.startsWith('#')) return server + rest
  return `${server.replace(/\/$/, '')}/${rest.replace(/^\//, '')}`
}
