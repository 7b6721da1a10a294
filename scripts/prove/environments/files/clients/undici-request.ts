import { request } from 'undici'
import type { Send } from './request'

export const send: Send = async ({ url, method, headers, body }) => {
  const answer = await request(url, { method: method as 'POST', headers, body })
  const { 'retry-after': retryAfter } = answer.headers
  return { status: answer.statusCode, retryAfter: retryAfter?.toString(), text: await answer.body.text() }
}
