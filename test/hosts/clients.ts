import axios, { isAxiosError } from 'axios'
import axiosRetry from 'axios-retry'
import got, { HTTPError, type Method } from 'got'
import ky, { HTTPError as KyError } from 'ky'
import { RetryAgent, Agent as UndiciAgent, request as undiciRequest } from 'undici'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** The result that the program with the client gets. */
export interface Seen {
  readonly status: number
  /** The parsed body; undefined when the client could not make sense of it. */
  readonly data?: unknown
}

/** Asks until it has an answer to give, or throws as the client does. */
export type Client = (call: Call) => Promise<Seen>

const RETRIES = 2
const RETRIED: readonly number[] = [429, 500, 502, 503, 504]

/** No retries at all: what the others are made of. */
const withFetch: Client = async ({ url, ...init }) => {
  const response = await fetch(url, init as RequestInit)
  return { status: response.status, data: parsed(await response.text()) }
}

/** The condition is our own: left to itself it retries no POST. */
const withAxios: Client = async ({ url, method, headers, body }) => {
  const client = axios.create()
  axiosRetry(client, {
    retries: RETRIES,
    retryDelay: () => 0,
    retryCondition: (error) => error.response === undefined || RETRIED.includes(error.response.status),
  })
  try {
    const { status, data } = await client.request({ url, method, headers, data: body })
    return { status, data: typeof data === 'string' ? undefined : data }
  } catch (error) {
    if (isAxiosError(error) && error.response)
      return { status: error.response.status, data: error.response.data }
    throw error
  }
}

/**
 * A delay of zero would mean to give up. It goes by the codes of errors, and a network error that msw makes has
 * none of its own.
 */
const withGot: Client = async ({ url, method, headers, body }) => {
  try {
    const response = await got(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      retry: {
        limit: RETRIES,
        methods: ['GET', 'POST'] as Method[],
        statusCodes: [...RETRIED],
        errorCodes: ['ECONNRESET', 'ERR_GOT_REQUEST_ERROR'],
        calculateDelay: ({ computedValue }) => (computedValue === 0 ? 0 : 1),
      },
    })
    return { status: response.statusCode, data: parsed(response.body) }
  } catch (error) {
    if (error instanceof HTTPError)
      return { status: error.response.statusCode, data: parsed(String(error.response.body)) }
    throw error
  }
}

/** Without `afterStatusCodes` it does not sleep through a Retry-After. */
const withKy: Client = async ({ url, method, headers, body }) => {
  try {
    const response = await ky(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      retry: {
        limit: RETRIES,
        methods: ['get', 'post'],
        statusCodes: [...RETRIED],
        afterStatusCodes: [],
        delay: () => 0,
      },
    })
    return { status: response.status, data: parsed(await response.text()) }
  } catch (error) {
    if (error instanceof KyError) return { status: error.response.status }
    throw error
  }
}

/** Its requests pass msw by, so it is asked over loopback alone. It would sleep for as long as Retry-After says. */
const withUndici: Client = async ({ url, method, headers, body }) => {
  const agent = new UndiciAgent()
  const dispatcher = new RetryAgent(agent, {
    maxRetries: RETRIES,
    minTimeout: 0,
    maxTimeout: 1,
    methods: ['GET', 'POST'],
    statusCodes: [...RETRIED],
    throwOnError: false,
  })
  try {
    const { statusCode, body: answer } = await undiciRequest(url, {
      method,
      headers,
      body: body ?? null,
      dispatcher,
    })
    return { status: statusCode, data: parsed(await answer.text()) }
  } finally {
    await agent.close()
  }
}

export const CLIENTS = { fetch: withFetch, axios: withAxios, got: withGot, ky: withKy, undici: withUndici }
export type ClientName = keyof typeof CLIENTS

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
