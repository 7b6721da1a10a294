import { type Step, story } from './story'

/**
 * The response as the client saw it. "Byte for byte" means status, the service's own headers and body bytes.
 */
export interface Seen {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

type Send = (url: string, init: RequestInit) => Promise<Response>

/** Headers that a transport adds on its own account. */
const OF_THE_TRANSPORT = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

export async function playStory(baseUrl: string, send: Send): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const step of story) seen.push(await playStep(baseUrl, send, step))
  return seen
}

async function playStep(baseUrl: string, send: Send, step: Step): Promise<Seen> {
  const { method, path, headers = {}, body } = step
  const response = await send(baseUrl + path, { method, headers, ...(body !== undefined && { body }) })
  const own = [...response.headers].filter(([name]) => !OF_THE_TRANSPORT.includes(name))
  return {
    status: response.status,
    headers: Object.fromEntries(own),
    body: Array.from(new Uint8Array(await response.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(
      '',
    ),
  }
}
