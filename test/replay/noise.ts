import type { TrafficEntry } from 'accounting-simulator'

type Entry = Pick<TrafficEntry, 'at' | 'request' | 'response'>

/** The recording of a clock that is wrong, behind a proxy that adds headers and reorders members. */
export function withNoise(traffic: readonly Entry[], chance: () => number): Entry[] {
  const offset = Math.floor((chance() - 0.5) * 7_200_000)
  const isReordered = chance() < 0.5
  const entries = traffic.map(({ at, request, response }) => ({
    at: new Date(Date.parse(at) + offset).toISOString(),
    request: {
      ...request,
      headers: { ...request.headers, 'user-agent': 'a browser', 'x-trace': String(chance()) },
    },
    response: response && {
      ...response,
      headers: {
        ...response.headers,
        server: 'nginx',
        'cf-ray': String(chance()),
        date: 'today',
        vary: 'accept',
      },
      body: isReordered ? reordered(response.body) : response.body,
    },
  }))
  // A recording that begins in the middle.
  return chance() < 0.4 ? entries.slice(Math.floor(entries.length * 0.3)) : entries
}

function reordered(body: string): string {
  if (body === '') return body
  return JSON.stringify(JSON.parse(body), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  )
}
