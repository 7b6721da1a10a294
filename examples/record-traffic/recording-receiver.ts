import { appendFileSync } from 'node:fs'

type Receive = (request: Request) => Response | Promise<Response>

/** A receiver of webhooks that appends every delivery to a file, as a line of JSON. */
export function recordingReceiver(file: string, receive: Receive): Receive {
  return async (request) => {
    const at = new Date().toISOString()
    const { method, url } = request
    const sent = {
      method,
      url,
      headers: Object.fromEntries(request.headers),
      body: await request.clone().text(),
    }
    const response = await receive(request)
    const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: '' }
    appendFileSync(file, `${JSON.stringify({ at, request: sent, response: answer })}\n`)
    return response
  }
}
