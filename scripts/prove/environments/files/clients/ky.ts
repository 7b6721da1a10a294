import ky from 'ky'
import type { Send } from './request'

const client = ky.create({ throwHttpErrors: false, retry: 0 })

export const send: Send = async ({ url, ...init }) => {
  const response = await client(url, init)
  return {
    status: response.status,
    retryAfter: response.headers.get('Retry-After') ?? undefined,
    text: await response.text(),
  }
}
