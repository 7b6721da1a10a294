import { fetch } from 'undici'
import type { Send } from './request'

export const send: Send = async ({ url, ...init }) => {
  const response = await fetch(url, init)
  return {
    status: response.status,
    retryAfter: response.headers.get('Retry-After') ?? undefined,
    text: await response.text(),
  }
}
