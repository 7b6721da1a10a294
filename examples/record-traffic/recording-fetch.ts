import { appendFileSync } from 'node:fs'

/** A fetch that appends every exchange to a file, as a line of JSON without the API key. */
export function recordingFetch(file: string, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url } = request
    const headers = { ...Object.fromEntries(request.headers), 'x-api-key': 'redacted' }
    const body = request.body && (await request.clone().text())
    const at = new Date().toISOString()
    const response = await send(request)
    const text = await response.clone().text()
    const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: text }
    const exchange = { at, request: { method, url, headers, body }, response: answer }
    appendFileSync(file, `${JSON.stringify(exchange)}\n`)
    return response
  }
}
