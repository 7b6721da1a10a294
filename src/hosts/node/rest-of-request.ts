import type { IncomingMessage } from 'node:http'

/** Bytes and milliseconds that are spent on the rest of a request whose answer is there already. */
const REST = { bytes: 32 * 1024 * 1024, milliseconds: 5000 }

/** Reads what a client still sends: a connection that is closed meanwhile is reset, and takes the answer with it. */
export function restRead(incoming: IncomingMessage): Promise<void> | undefined {
  if (incoming.complete || incoming.destroyed) return undefined
  return new Promise((resolve) => {
    let left = REST.bytes
    const count = (chunk: Buffer): void => {
      left -= chunk.length
      if (left < 0) end()
    }
    const end = (): void => {
      clearTimeout(patience)
      incoming.off('data', count).off('end', end).off('close', end)
      resolve()
    }
    const patience = setTimeout(end, REST.milliseconds)
    // The body of the request has begun to read, and nobody asks it for more.
    incoming.removeAllListeners('readable')
    incoming.on('data', count).once('end', end).once('close', end).resume()
  })
}

/** Tells whether the client has gone in the midst of its request. What fails then is nobody's fault. */
export const hasGone = ({ destroyed, complete }: IncomingMessage): boolean => destroyed && !complete
