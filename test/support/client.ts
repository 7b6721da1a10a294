import type { Simulator } from 'accounting-simulator'
import type { Conformance } from './conformance'

export type Json = Record<string, unknown>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body, if it is JSON. */
  readonly body: Json
  /** The errors of an error body. */
  readonly errors: Record<string, string[]>
}

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/**
 * An ordinary HTTP client with a key; text and forms are sent as they are, anything else as JSON. Every
 * exchange has to pass the judge, if there is one.
 */
export const clientOf = (
  simulator: Simulator,
  key: string | null = simulator.apiKey,
  judge?: Conformance,
): Send => {
  return async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
    const response = await simulator.fetch(
      new Request(`${simulator.baseUrl}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { 'X-API-KEY': key }),
          ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const complaints = judge?.({ method, path, sent: sentOf(body), status: response.status, text }) ?? []
    if (complaints.length > 0) throw new Error(complaints.slice(0, 5).join('\n'))
    return answerOf(response.status, response.headers, text)
  }
}

/** The body as JSON, where it is one. */
function sentOf(body: unknown): unknown {
  if (body === undefined || body instanceof FormData || body instanceof Uint8Array) return undefined
  try {
    return typeof body === 'string' ? JSON.parse(body) : JSON.parse(JSON.stringify(body))
  } catch {
    return undefined
  }
}

function answerOf(status: number, headers: Headers, text: string): Answer {
  const body = (text === '' ? {} : JSON.parse(text)) as Json
  return { status, headers, text, body, errors: (body.errors ?? {}) as Record<string, string[]> }
}

/** The part of a response body that is a list. */
export const itemsOf = (answer: Answer): Json[] => answer.body.items as Json[]

/** The body of every refusal. */
export const refusal = (member: string, ...messages: string[]): Json => ({
  success: false,
  errors: { [member]: messages },
})
