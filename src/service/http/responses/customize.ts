import type { World } from '../../../engine/model/world'
import type { WireResponse } from '../../../events/traffic/wire-message'

/** The response with the texts and headers that the host asked for (docs/service.md §17). */
export function customize({ answers }: World, reply: WireResponse): WireResponse {
  if (answers === undefined) return reply
  const { reword, headers } = answers
  const body = reword && reply.status >= 400 ? reworded(reply.body, reword) : reply.body
  return { ...reply, body, headers: { ...headers, ...reply.headers } }
}

function reworded(body: string, reword: (text: string) => string): string {
  const parsed = JSON.parse(body) as { success: boolean; errors: Readonly<Record<string, readonly string[]>> }
  const errors = Object.entries(parsed.errors).map(([member, texts]) => [member, texts.map(reword)])
  return JSON.stringify({ ...parsed, errors: Object.fromEntries(errors) })
}
