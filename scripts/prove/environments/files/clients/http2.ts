import { connect } from 'node:http2'
import type { Answer, Send } from './request'

export const send: Send = ({ url, method, headers, body }) => {
  const { origin, pathname } = new URL(url)
  const session = connect(origin, { rejectUnauthorized: false })
  const answer = new Promise<Answer>((resolve, reject) => {
    session.on('error', reject)
    const stream = session.request({ ...headers, ':method': method, ':path': pathname })
    const parts: string[] = []
    let status = 0
    stream.setEncoding('utf8')
    stream.on('response', (told) => {
      status = Number(told[':status'])
    })
    stream.on('data', (part: string) => parts.push(part))
    stream.on('error', reject)
    stream.on('end', () => resolve({ status, retryAfter: undefined, text: parts.join('') }))
    stream.end(body)
  })
  return answer.finally(() => session.destroy())
}
