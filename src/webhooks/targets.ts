import { OptionError } from '../option-error'

/** Called with each delivery; what it answers is the receiver's answer. */
export type Receiver = (request: Request) => Response | Promise<Response>

export interface ConnectOptions {
  /**
   * Whose time the signature carries: 'wall' suits real receivers that look at their own clock.
   * @default 'virtual'
   */
  readonly timestamps?: 'virtual' | 'wall'
}

export interface Target {
  readonly prefix: string
  readonly receiver: Receiver | string
  readonly timestamps: 'virtual' | 'wall'
}

const LOOPBACK = /^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?(\/.*)?$/

export const isLoopbackUrl = (target: unknown): target is string =>
  typeof target === 'string' && LOOPBACK.test(target) && URL.canParse(target)

/**
 * Where deliveries go: the host's wiring, no part of the world. Forks share it, restore and reset leave it
 * alone. URLs are compared as the platform writes them, so a missing final slash or a capital makes no
 * difference.
 */
export class Targets {
  #targets: readonly Target[] = []

  /** @throws OptionError */
  connect(
    prefix: string,
    receiver: Receiver | string,
    { timestamps = 'virtual' }: ConnectOptions = {},
  ): () => void {
    if (typeof prefix !== 'string' || !URL.canParse(prefix))
      throw new OptionError(
        'prefix',
        'prefix must be the beginning of a URL, such as https://hooks.example.com/',
      )
    if (typeof receiver !== 'function' && !isLoopbackUrl(receiver))
      throw new OptionError(
        'target',
        'target must be a function or a loopback URL such as http://127.0.0.1:3000',
      )
    if (timestamps !== 'virtual' && timestamps !== 'wall')
      throw new OptionError('timestamps', "timestamps must be 'virtual' or 'wall'")
    const target: Target = { prefix: new URL(prefix).href, receiver, timestamps }
    this.#targets = [target, ...this.#targets.filter((known) => known.prefix !== target.prefix)]
    return () => {
      this.#targets = this.#targets.filter((known) => known !== target)
    }
  }

  /** The same connections, which part ways from here on. */
  copy(): Targets {
    const copy = new Targets()
    copy.#targets = this.#targets
    return copy
  }

  /** The connection with the longest prefix that the URL begins with. */
  find(url: string): Target | undefined {
    const { href } = new URL(url)
    return this.#targets
      .filter(({ prefix }) => href.startsWith(prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0]
  }

  /** Whether a request goes to a server of this machine that deliveries were connected to. */
  reaches(url: string): boolean {
    if (!URL.canParse(url)) return false
    const { origin } = new URL(url)
    return this.#targets.some(
      ({ receiver }) => typeof receiver === 'string' && new URL(receiver).origin === origin,
    )
  }
}

/** Where a URL leads on the server that its prefix is connected to. */
export function addressOn(server: string, { prefix }: Target, url: string): string {
  const rest = new URL(url).href.slice(prefix.length)
  if (rest === '' || rest.startsWith('?') || rest.startsWith('#')) return server + rest
  return `${server.replace(/\/$/, '')}/${rest.replace(/^\//, '')}`
}
