/** The meaning of a type of asynchronous resource of Node, if it performs real I/O. */
export interface IoKind {
  readonly name: string
  /** A single request, which ends when it has called back. */
  readonly endsAtOnce: boolean
  readonly isConnection: boolean
  isBusy(resource: Resource): boolean
}

/** Members of Node's own handles and requests. */
export interface Resource {
  readonly bytesRead?: number
  readonly bytesWritten?: number
  readonly writeQueueSize?: number
  readonly buffer?: unknown
  readonly ondone?: unknown
  /** The socket of a request that writes. */
  readonly handle?: Resource
  getsockname?(address: Address): number
  getpeername?(address: Address): number
  /** Our notes: the bytes read and written when the other side last sent something. */
  lastRead?: number
  writtenThen?: number
}

interface Address {
  address?: string
  port?: number
}

const request = (name: string, isBusy: IoKind['isBusy'] = () => true): IoKind => ({
  name,
  endsAtOnce: true,
  isConnection: false,
  isBusy,
})
const handle = (name: string, isBusy: IoKind['isBusy']): IoKind => ({
  name,
  endsAtOnce: false,
  isConnection: false,
  isBusy,
})

/** Something was sent and there is no response yet. Asked after each read, too: what is written later is a question. */
function awaitsAnswer(resource: Resource): boolean {
  const { bytesRead = 0, bytesWritten = 0 } = resource
  if (resource.lastRead !== bytesRead) {
    resource.lastRead = bytesRead
    resource.writtenThen = bytesRead === 0 ? 0 : bytesWritten
  }
  return bytesWritten > (resource.writtenThen ?? 0)
}

const socket = { ...handle('a socket', awaitsAnswer), isConnection: true }
const KINDS: Readonly<Record<string, IoKind>> = {
  TCPWRAP: socket,
  PIPEWRAP: { ...socket, name: 'a pipe' },
  ZLIB: handle('zlib', ({ buffer }) => buffer !== null && buffer !== undefined),
  // Messages that wait are not seen.
  MESSAGEPORT: handle('a message port', () => false),
  WORKER: request('a worker thread'),
  PROCESSWRAP: request('a child process'),
}

const REQUESTS: readonly (readonly [RegExp, string])[] = [
  [/^FS|^FILEHANDLE|^DIR/, 'a file'],
  [/^GETADDRINFO|^GETNAMEINFO|^QUERYWRAP/, 'a look-up of a name'],
  [/CONNECTWRAP$/, 'a connection'],
  [
    /(HASH|SIGN|SCRYPT|PBKDF2|KEYGEN|KEYPAIRGEN|CIPHER|RANDOMBYTES|RANDOMPRIME|CHECKPRIME|DERIVEBITS|HKDF|KEYEXPORT)/,
    'crypto',
  ],
  [/WRITEWRAP$|SHUTDOWNWRAP$|SENDWRAP$/, 'a socket'],
]

const known = new Map<string, IoKind | undefined>()

/** The meaning of a type of asynchronous resource; undefined if it is not I/O. */
export function ioKindOf(type: string): IoKind | undefined {
  if (!known.has(type)) {
    const name = REQUESTS.find(([pattern]) => pattern.test(type))?.[1]
    const isRequest = name !== undefined && (name !== 'a file' || /REQ/.test(type))
    // Synchronous computations also create such a resource, but without a callback.
    const isBusy = name === 'crypto' ? ({ ondone }: Resource) => typeof ondone === 'function' : undefined
    known.set(type, KINDS[type] ?? (isRequest ? request(name, isBusy) : undefined))
  }
  return known.get(type)
}

/** A promise, which is busy until it has settled. */
export const promised = (name: string): IoKind => request(name)

const endOf = (resource: Resource, which: 'getsockname' | 'getpeername'): Address => {
  const address: Address = {}
  resource[which]?.(address)
  return address
}

/** The ports of both ends of a socket, its own first. Writing is done for a socket. */
export function portsOf(resource: Resource): (number | undefined)[] {
  const socket = resource.handle ?? resource
  return [endOf(socket, 'getsockname').port, endOf(socket, 'getpeername').port]
}

/** ' to 127.0.0.1:5432'; empty for what has no other end. */
export function peerOf(resource: Resource): string {
  const { address, port } = endOf(resource.handle ?? resource, 'getpeername')
  return port === undefined ? '' : ` to ${address?.includes(':') ? `[${address}]` : address}:${port}`
}
