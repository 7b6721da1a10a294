import { connect } from 'node:net'

/**
 * Writes the text to the port as it stands and gives back everything that comes until the other side closes.
 */
export function rawExchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', (error) =>
      'code' in error && error.code === 'ECONNRESET' ? resolve(received) : reject(error),
    )
  })
}
