/** A simulator or stand-in with customers that can be created, read and listed. */
export interface Peer {
  readonly send: (
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  readonly customers: string
  /** The query of a list of 100. */
  readonly hundred: string
  readonly customer: (name: string) => object
  /** A body that a careful service would refuse. */
  readonly wrong?: object
  /** Fills it up to so many customers, by whatever is quickest. */
  readonly fill: (count: number) => Promise<void>
  readonly reset?: () => unknown
  readonly end: () => unknown
  /** Moves its own clock. */
  readonly wait?: (seconds: number) => Promise<unknown>
  /** Has it tell the receiver of new customers, from now on. @returns what reads the webhook */
  readonly subscribe?: () => Promise<() => Promise<unknown>>
  /** What takes money off a document: how much was due before, and after. */
  readonly pay?: () => Promise<readonly [before: unknown, after: unknown]>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** A way to ask over fetch, with bodies in JSON or as a form. */
export function sender(
  base: string,
  own: Readonly<Record<string, string>> = {},
  isForm = false,
): Peer['send'] {
  return async (method, path, body, headers = {}) => {
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await fetch(base + path, {
      method,
      headers: { ...own, ...(body && { 'content-type': type }), ...headers },
      ...(body && {
        body: isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** The records of a list, whatever they are wrapped in. */
export function recordsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  return Object.values(body ?? {}).find(Array.isArray) ?? []
}

/** Packages that only the folder of a rival has. */
export const load = <T>(name: string): Promise<T> => import(name) as Promise<T>

export const named = (name: string) => ({ name })
export const CUSTOMER = { email: '', phone: '', website: '', address: '', country: 'US' }

/** An invoice and a payment of generic records: is anything worked out? */
export const payGenerically =
  (send: Peer['send'], below: string): NonNullable<Peer['pay']> =>
  async () => {
    const made = await send('POST', `${below}invoices`, { amount: 100, amount_due: 100 })
    await send('POST', `${below}payments`, { amount: 40, invoice: made.body.id })
    const { body } = await send('GET', `${below}invoices/${made.body.id}`)
    return [100, body.amount_due]
  }
