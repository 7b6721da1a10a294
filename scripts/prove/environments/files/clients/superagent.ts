import superagent from 'superagent'
import type { Send } from './request'

export const send: Send = async ({ url, method, headers, body }) => {
  const answer = await superagent(method, url)
    .set(headers)
    .send(body)
    .ok(() => true)
  return { status: answer.status, retryAfter: answer.headers['retry-after'], text: answer.text }
}
