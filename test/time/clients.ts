import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import { Agent, RetryAgent, request as undiciRequest } from 'undici'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Clients with their own retries, pauses and time-outs; the last status, or 0 for no answer. */
export type Client = (call: Call) => Promise<number>

const LIMIT = 8
const STATUSES = [429, 500, 502, 503, 504]
const TIME_OUT = 30_000
const statusOf = (error: { response?: { status?: number; statusCode?: number } }): number =>
  error.response?.status ?? error.response?.statusCode ?? 0

const withFetch: Client = async ({ url, ...init }) => {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIME_OUT) }).catch(
      () => undefined,
    )
    await response?.text()
    const status = response?.status ?? 0
    if (tries > LIMIT || (status !== 0 && !STATUSES.includes(status))) return status
    const pause = Number(response?.headers.get('Retry-After') ?? 2 ** tries) * 1000
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const withAxios: Client = async ({ url, method, headers, body }) => {
  const client = axios.create({ timeout: TIME_OUT })
  axiosRetry(client, {
    retries: LIMIT,
    retryDelay: axiosRetry.exponentialDelay,
    shouldResetTimeout: true,
    retryCondition: ({ response }) => !response || STATUSES.includes(response.status),
  })
  return client.request({ url, method, headers, data: body ?? null }).then(({ status }) => status, statusOf)
}

const withGot: Client = ({ url, method, headers, body }) =>
  got(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    timeout: { request: TIME_OUT },
    retry: {
      limit: LIMIT,
      methods: ['GET', 'POST'],
      statusCodes: STATUSES,
      errorCodes: ['ETIMEDOUT', 'ECONNRESET', 'ERR_GOT_REQUEST_ERROR'],
    },
  }).then(({ statusCode }) => statusCode, statusOf)

const withKy: Client = ({ url, method, headers, body }) =>
  ky(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    timeout: TIME_OUT,
    retry: { limit: LIMIT, methods: ['get', 'post'], statusCodes: STATUSES, retryOnTimeout: true },
  }).then(({ status }) => status, statusOf)

/** msw does not reach it, so it is asked over loopback alone. */
const withUndici: Client = async ({ url, method, headers, body }) => {
  const agent = new Agent({ headersTimeout: TIME_OUT })
  const dispatcher = new RetryAgent(agent, {
    maxRetries: LIMIT,
    methods: ['GET', 'POST'],
    throwOnError: false,
  })
  try {
    const answer = await undiciRequest(url, { method, headers, body: body ?? null, dispatcher })
    await answer.body.text()
    return answer.statusCode
  } catch {
    return 0
  } finally {
    await agent.close()
  }
}

export const CLIENTS = { fetch: withFetch, axios: withAxios, got: withGot, ky: withKy, undici: withUndici }
export type ClientName = keyof typeof CLIENTS
