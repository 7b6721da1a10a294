import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import { Agent, RetryAgent, request as undiciRequest } from 'undici'

/** Clients as they come, with their own retries, pauses and time-outs; the last status, or 0 for no answer. */
const LIMIT = 8
const STATUSES = [429, 500, 502, 503, 504]
const TIME_OUT = 30_000
const statusOf = (error) => error.response?.status ?? error.response?.statusCode ?? 0

async function withFetch({ url, ...init }) {
  for (let tries = 1; ; tries += 1) {
    const call = fetch(url, { ...init, signal: AbortSignal.timeout(TIME_OUT) })
    const response = await call.catch(() => undefined)
    await response?.text()
    const status = response?.status ?? 0
    if (tries > LIMIT || (status !== 0 && !STATUSES.includes(status))) return status
    const pause = Number(response?.headers.get('Retry-After') ?? 2 ** tries) * 1000
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function withAxios({ url, method, headers, body }) {
  const client = axios.create({ timeout: TIME_OUT })
  axiosRetry(client, {
    retries: LIMIT,
    retryDelay: axiosRetry.exponentialDelay,
    shouldResetTimeout: true,
    retryCondition: ({ response }) => !response || STATUSES.includes(response.status),
  })
  return client.request({ url, method, headers, data: body ?? null }).then(({ status }) => status, statusOf)
}

const withGot = ({ url, method, headers, body }) =>
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

const withKy = ({ url, method, headers, body }) =>
  ky(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    timeout: TIME_OUT,
    retry: { limit: LIMIT, methods: ['get', 'post'], statusCodes: STATUSES, retryOnTimeout: true },
  }).then(({ status }) => status, statusOf)

/** msw does not reach undici, so a test has it speak HTTP with `serve(simulator)`. */
async function withUndici({ url, method, headers, body }) {
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
