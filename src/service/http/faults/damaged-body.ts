import type { FaultEffect } from './fault-options'

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Damage extends Message {
  /** A sentence for the traffic. */
  readonly what: string
}

/** The body of a response or delivery as damaged by a fault; undefined for other faults. */
export function damagedBody(effect: FaultEffect, { headers, body }: Message): Damage | undefined {
  if ('truncateBody' in effect)
    return {
      headers,
      body: body.slice(0, effect.truncateBody),
      what: `body cut to ${effect.truncateBody} characters`,
    }
  if ('malformedJson' in effect)
    return { headers, body: `${body.slice(0, -1)},`, what: 'body is no longer JSON' }
  if ('contentType' in effect)
    return {
      headers: { ...headers, 'content-type': effect.contentType },
      body,
      what: `content type ${effect.contentType}`,
    }
  return undefined
}
