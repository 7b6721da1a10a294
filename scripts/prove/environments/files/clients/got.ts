import got from 'got'
import type { Send } from './request'

const client = got.extend({ throwHttpErrors: false, retry: { limit: 0 }, http2: HTTP2 })

export const send: Send = async ({ url, method, headers, body }) => {
  const answer = await client(url, { method: method as 'POST', headers: { ...headers }, body })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], text: answer.body }
}
