import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** The statuses that Node itself answers if no listener handles the error. Any other error gets 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** Node's code for the connection preface of HTTP/2. */
const PREFACE = 'HPE_PAUSED_H2_UPGRADE'

type Answering = Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } | null }

/** Ends connections that speak no HTTP/1.1, as Node does, and logs once that a client speaks HTTP/2. */
export function answerClientErrors(server: Server, url: string): void {
  let isTold = false
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Answering) => {
    const { code = '' } = error
    if (code === PREFACE && !isTold) {
      isTold = true
      console.error(
        `accounting-simulator: a client speaks HTTP/2 to ${url}, which speaks HTTP/1.1. Its request is not ` +
          'answered: switch HTTP/2 off in the client, such as with http2: false of got.',
      )
    }
    const status = STATUSES[code] ?? 400
    if (socket.writable && socket._httpMessage?.headersSent !== true)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
    socket.destroy(error)
  })
}
