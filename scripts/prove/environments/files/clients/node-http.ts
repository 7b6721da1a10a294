import http from 'node:http'
import https from 'node:https'
import type { Send } from './request'

export const send: Send = ({ url, method, headers, body }) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const outgoing = request(url, { method, headers }, (incoming) => {
      const parts: string[] = []
      incoming.setEncoding('utf8')
      incoming.on('data', (part: string) => parts.push(part))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const { statusCode = 0, headers: told } = incoming
        resolve({ status: statusCode, retryAfter: told['retry-after'], text: parts.join('') })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
