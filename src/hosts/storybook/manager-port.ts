import { type AnsweredControl, type AskedControl, type Channel, REQUEST, RESPONSE } from './channel'

let asked = 0

/** Sends requests for controls through Storybook's channel to the preview. */
export function managerPort(channel: Channel): { port(request: Request): Promise<Response>; close(): void } {
  const waiting = new Map<string, (answer: AnsweredControl) => void>()
  const hear = (message: string): void => {
    const answer = JSON.parse(message) as AnsweredControl
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  channel.on(RESPONSE, hear)
  return {
    async port(request) {
      const { pathname, search } = new URL(request.url)
      const text = request.method === 'GET' || request.method === 'DELETE' ? null : await request.text()
      asked += 1
      const call: AskedControl = {
        id: String(asked),
        method: request.method,
        path: pathname + search,
        body: text,
      }
      const { status, type, body } = await new Promise<AnsweredControl>((resolve) => {
        waiting.set(call.id, resolve)
        channel.emit(REQUEST, JSON.stringify(call))
      })
      return new Response(body, { status, headers: { 'content-type': type } })
    },
    close: () => channel.off(RESPONSE, hear),
  }
}
