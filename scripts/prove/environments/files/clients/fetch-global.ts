import type { Send } from './request'

/** A part of the program that was not given the simulator's fetch. */
export const send: Send = async ({ url, ...init }) => {
  const response = await fetch(url, init)
  return { status: response.status, retryAfter: undefined, text: await response.text() }
}
