/** An asynchronous resource of Node that performs real I/O. */
export interface Watched {
  readonly name: string
  /** A single request, which ends when it has called back. */
  readonly endsAtOnce: boolean
  readonly isConnection: boolean
  isBusy(resource: Resource): boolean
  readonly resource: Resource
  /** Time of its last activity, in real milliseconds. */
  seen: number
  seenAtTurn: number
  isDismissed?: boolean
}

/** Members of Node's own handles. */
interface Resource {
  readonly bytesRead?: number
  readonly bytesWritten?: number
  readonly buffer?: unknown
  readonly ondone?: unknown
  /** Our notes: the bytes read and written when the other side last sent something. */
  lastRead?: number
  writtenThen?: number
}

type Kind = Pick<Watched, 'name' | 'endsAtOnce' | 'isConnection' | 'isBusy'>

const request = (name: string, isBusy: Kind['isBusy'] = () => true): Kind => ({
  name,
  endsAtOnce: true,
  isConnection: false,
  isBusy,
})
const handle = (name: string, isBusy: Kind['isBusy']): Kind => ({
  name,
  endsAtOnce: false,
  isConnection: false,
  isBusy,
})

/** Something was sent and there is no response yet. */
function awaitsAnswer(resource: Resource): boolean {
  const { bytesRead = 0, bytesWritten = 0 } = resource
  if (resource.lastRead !== bytesRead) {
    resource.lastRead = bytesRead
    resource.writtenThen = bytesRead === 0 ? 0 : bytesWritten
  }
  return bytesWritten > (resource.writtenThen ?? 0)
}

const socket = { ...handle('a socket', awaitsAnswer), isConnection: true }
const KINDS: Readonly<Record<string, Kind>> = {
  TCPWRAP: socket,
  PIPEWRAP: { ...socket, name: 'a pipe' },
  ZLIB: handle('zlib', ({ buffer }) => buffer !== null && buffer !== undefined),
  WORKER: handle('a worker thread', () => true),
  PROCESSWRAP: handle('a child process', () => true),
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

const known = new Map<string, Kind | undefined>()

/** The meaning of a type of asynchronous resource; undefined if it is not I/O. */
export function kindOf(type: string): Kind | undefined {
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
export const promised = (name: string): Kind & Pick<Watched, 'resource'> => ({
  ...request(name),
  resource: {},
})

/**
 * I/O that has just called back may do so again, within that many milliseconds and turns of the event loop.
 */
const MOMENT = 20
export const TURNS = 20

export const isRecent = ({ seen, seenAtTurn }: Watched, now: number, turnsTaken: number): boolean =>
  now - seen < MOMENT || turnsTaken - seenAtTurn < TURNS
