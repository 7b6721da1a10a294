import axios from 'axios'
import type { Send } from './request'

const client = axios.create({ adapter: 'http', httpVersion: 2, validateStatus: null, responseType: 'text' })

export const send: Send = async ({ url, method, headers, body }) => {
  const answer = await client.request({ url, method, headers: { ...headers }, data: body })
  return { status: answer.status, retryAfter: answer.headers['retry-after'], text: String(answer.data) }
}
