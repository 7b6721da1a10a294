/** Describes a type of Node's asynchronous resources that performs real I/O. */
export interface IoKind {
  readonly name: string
  /** True for a single request, which ends when its callback has run. */
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
  /** The socket that a write request belongs to. */
  readonly handle?: Resource
  getsockname?(address: Address): number
  getpeername?(address: Address): number
  /** Added by this module: the bytes read and written when the other side last sent something. */
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

/** True if a write has no answer yet. Must also run after each read, which answers all earlier writes. */
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
  // Node does not show whether messages are waiting.
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

/** Describes a type of asynchronous resource; undefined if it does no I/O. */
export function ioKindOf(type: string): IoKind | undefined {
  if (!known.has(type)) {
    const name = REQUESTS.find(([pattern]) => pattern.test(type))?.[1]
    const isRequest = name !== undefined && (name !== 'a file' || /REQ/.test(type))
    // Synchronous functions also create such a resource, but without a callback.
    const isBusy = name === 'crypto' ? ({ ondone }: Resource) => typeof ondone === 'function' : undefined
    known.set(type, KINDS[type] ?? (isRequest ? request(name, isBusy) : undefined))
  }
  return known.get(type)
}

/** The kind of a promise, which is busy until it settles. */
export const promised = (name: string): IoKind => request(name)

const endOf = (resource: Resource, which: 'getsockname' | 'getpeername'): Address => {
  const address: Address = {}
  resource[which]?.(address)
  return address
}

/** The local and the remote port of a socket. A write request has the ports of its socket. */
export function portsOf(resource: Resource): (number | undefined)[] {
  const socket = resource.handle ?? resource
  return [endOf(socket, 'getsockname').port, endOf(socket, 'getpeername').port]
}

/** Such as ' to 127.0.0.1:5432'; empty if there is no remote end. */
export function peerOf(resource: Resource): string {
  const { address, port } = endOf(resource.handle ?? resource, 'getpeername')
  return port === undefined ? '' : ` to ${address?.includes(':') ? `[${address}]` : address}:${port}`
}
