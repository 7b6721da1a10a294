import { appendFileSync } from 'node:fs'

type Fetch = typeof globalThis.fetch

/** A fetch that appends every exchange to a file, as a line of JSON without the API key. */
export function recordingFetch(file: string, fetch: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url } = request
    const headers = { ...Object.fromEntries(request.headers), 'x-api-key': 'redacted' }
    const body = request.body && (await request.clone().text())
    const at = new Date().toISOString()
    const response = await fetch(request)
    const { status } = response
    const received = {
      status,
      headers: Object.fromEntries(response.headers),
      body: await response.clone().text(),
    }
    const exchange = { at, request: { method, url, headers, body }, response: received }
    appendFileSync(file, `${JSON.stringify(exchange)}\n`)
    return response
  }
}
