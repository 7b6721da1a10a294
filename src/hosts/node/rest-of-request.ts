import type { IncomingMessage } from 'node:http'

/** The most bytes and milliseconds spent on reading the rest of a request that is already answered. */
const REST = { bytes: 32 * 1024 * 1024, milliseconds: 5000 }

/** Reads the rest of the request. Closing the connection earlier would reset it and lose the response. */
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
    // The stream of the body listens for `readable`, and would keep the rest from flowing.
    incoming.removeAllListeners('readable')
    incoming.on('data', count).once('end', end).once('close', end).resume()
  })
}

/** True if the client disconnected during its request. An error after that is not reported. */
export const hasGone = ({ destroyed, complete }: IncomingMessage): boolean => destroyed && !complete
