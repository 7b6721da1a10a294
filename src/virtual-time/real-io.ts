import { AsyncResource, createHook } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { WITHOUT_PROMISES, watchCopiedTimers } from './copied-timers'
import { type IoKind, ioKindOf, peerOf, portsOf, promised, type Resource } from './io-kinds'
import { realNow, realPause, realTurn } from './real'

const A_SECOND = 1000
/** Milliseconds without activity after which time no longer waits for real I/O. */
const PATIENCE = 5000
/** A socket that was active within this number of milliseconds or turns may be active again. */
const MOMENT = 20
const TURNS = 20

/** A real I/O operation of a program. */
interface Watched {
  readonly kind: IoKind
  readonly io: RealIo
  /** A weak reference, so that Node's resource can be collected. Absent for a promise. */
  readonly resource?: WeakRef<Resource>
  /** Of the last activity: the real time, the turn of the event loop, and the bytes moved until then. */
  seen: number
  seenAtTurn: number
  moved: number
  isDismissed?: boolean
}

const open = new Set<RealIo>()
/** By the id of the asynchronous resource. Promises have negative ids. */
const watched = new Map<number, Watched>()
/** Connections to servers of this process, by the client's port, each with the server's program, if any. */
const inside = new Map<number, RealIo | undefined>()

/** Counts resources that may outlast a turn of the event loop. Promises, ticks and microtasks do not. */
let started = 0
let promises = 0
let turnsTaken = 0
let scopeIo: () => RealIo | undefined = () => undefined
const WITHOUT_TURN = new Set(['PROMISE', 'Microtask', 'TickObject', 'VirtualTimer'])
const hook = createHook({
  ...WITHOUT_PROMISES,
  init(id, type, _, resource) {
    if (WITHOUT_TURN.has(type)) return
    started += 1
    if (type === 'Immediate' || type === 'Timeout') return
    const kind = ioKindOf(type)
    if (kind) scopeIo()?.watch(id, kind, resource)
  },
  // The data read answers everything written so far, but nothing written later.
  before(id) {
    const one = watched.get(id)
    if (one?.kind.isConnection && one.resource) one.kind.isBusy(one.resource.deref() ?? {})
  },
  after(id) {
    if (watched.get(id)?.kind.endsAtOnce) forget(id)
  },
})

function forget(id: number): void {
  watched.get(id)?.io.sign()
  watched.delete(id)
}

/** Watches the real I/O of programs. `find` returns the program of the calling code. */
export function attributeIo(find: () => RealIo | undefined): void {
  scopeIo = find
  unsubscribe('net.server.socket', noteConnection)
  subscribe('net.server.socket', noteConnection)
}

/** Records a connection to a server of this process. */
function noteConnection(message: unknown): void {
  const { socket } = message as { readonly socket: Socket }
  const { remotePort, remoteAddress, localAddress } = socket
  if (remotePort === undefined || remoteAddress !== localAddress) return
  const io = scopeIo()
  inside.set(remotePort, io)
  socket.once('close', () => inside.delete(remotePort))
  // Node 20 runs the socket's listeners outside of the program that started the server.
  if (io) socket.emit = AsyncResource.bind(socket.emit)
}

/** The real I/O of one program, as far as Node reports it. */
export class RealIo {
  #lastSign = realNow()
  #started = 0
  readonly #printed = new Set<string>()
  readonly #unwatch = watchCopiedTimers()
  /** The position where the program last set a real timer through a copied global function. */
  copied: string | undefined

  /** `remedy` is a sentence that says how to let time continue without waiting. */
  constructor(
    isWatching: boolean,
    private readonly heldCalls: () => number,
    private readonly remedy = '',
  ) {
    if (!isWatching) return
    open.add(this)
    hook.enable()
  }

  /**
   * True if, since the last call, no resource was started that outlasts a turn of the event loop, except for
   * `turns` of the host itself, and no watched I/O is left. Both counts run from the start of the process.
   */
  takeQuiet(turns: number): boolean {
    const others = started - turns
    const isQuiet = others === this.#started && open.has(this)
    this.#started = others
    if (isQuiet) for (const { io } of watched.values()) if (io === this) return false
    return isQuiet
  }

  stop(): void {
    this.#unwatch()
    for (const [id, { io }] of watched) if (io === this) watched.delete(id)
    if (open.delete(this) && open.size === 0) hook.disable()
  }

  sign(): void {
    this.#lastSign = realNow()
  }

  watch(id: number, kind: IoKind, resource?: object): void {
    const activity = { seen: realNow(), seenAtTurn: turnsTaken, moved: 0 }
    watched.set(id, { kind, io: this, ...(resource && { resource: new WeakRef(resource) }), ...activity })
    this.sign()
  }

  /** Counts as I/O until the promise settles. */
  during<T>(name: string, work: Promise<T>): Promise<T> {
    promises += 1
    const id = -promises
    this.watch(id, promised(name))
    return work.finally(() => forget(id))
  }

  /** Describes the I/O in progress; undefined if there is none. */
  underWay(): string | undefined {
    const names = this.#busy().map(({ kind, resource }) => this.#nameOf(kind, resource?.deref()))
    return names.length > 0 ? [...new Set(names)].join(', ') : undefined
  }

  /** Waits until no I/O is in progress. Returns true if there was any. */
  async settle(): Promise<boolean> {
    if (this.#busy().length === 0) return false
    this.sign()
    for (let turns = 0; this.#busy().length > 0; turns += 1) {
      turnsTaken += 1
      await (turns < TURNS ? realTurn() : realPause(1))
      this.#tellOfSilence(realNow() - this.#lastSign)
    }
    return true
  }

  #busy(): Watched[] {
    const mine: Watched[] = []
    for (const [id, one] of watched) {
      if (one.io !== this) continue
      if (one.resource && !one.resource.deref()) watched.delete(id)
      else if (this.#isBusy(one, one.resource?.deref())) mine.push(one)
    }
    // A request whose response the simulator holds back waits for the clock, not for the network.
    const awaiting = mine.filter(
      ({ kind, resource }) => kind.isConnection && !this.#isInside(resource?.deref()),
    )
    const isAllHeld = awaiting.length > 0 && awaiting.length <= this.heldCalls()
    return isAllHeld ? mine.filter(({ kind }) => !kind.isConnection) : mine
  }

  #isBusy(one: Watched, resource: Resource = {}): boolean {
    const { kind } = one
    if (!kind.isConnection) return !one.isDismissed && !this.#isInside(resource) && kind.isBusy(resource)
    const moved = movedBy(resource)
    if (moved !== one.moved) {
      Object.assign(one, { moved, seen: realNow(), seenAtTurn: turnsTaken, isDismissed: false })
      this.sign()
    }
    const isInside = this.#isInside(resource)
    const isRecent = turnsTaken - one.seenAtTurn < TURNS || (!isInside && realNow() - one.seen < MOMENT)
    return !one.isDismissed && (isRecent || (!isInside && kind.isBusy(resource)))
  }

  /** True if the server belongs to this program, too, so that the answer depends on the same clock. */
  #isInside(resource: Resource | undefined): boolean {
    return inside.size > 0 && resource !== undefined && portsOf(resource).some((port) => this.#serves(port))
  }

  #serves(port: number | undefined): boolean {
    return port !== undefined && inside.get(port) === this
  }

  #nameOf({ name }: IoKind, resource: Resource | undefined): string {
    if (!resource) return name
    const isNear = portsOf(resource).some((port) => port !== undefined && inside.has(port))
    const whose = isNear ? ', whose server is in this process but was started outside of the program' : ''
    return name + peerOf(resource) + whose
  }

  #tellOfSilence(silence: number): void {
    const what = silence > A_SECOND ? this.underWay() : undefined
    if (what === undefined) return
    if (silence <= PATIENCE) {
      this.#tell(
        `time has stood still for a second of real time, because real I/O is under way (${what}). It goes on when ` +
          `that ends, or has shown no sign of life for ${PATIENCE / 1000} seconds.${this.remedy}`,
      )
      return
    }
    for (const one of this.#busy()) one.isDismissed = true
    this.#tell(
      `waited ${PATIENCE / 1000} seconds of real time for real I/O without a sign of life (${what}); time goes on ` +
        `without it.`,
    )
  }

  /** Prints each text once. */
  #tell(text: string): void {
    if (this.#printed.has(text)) return
    this.#printed.add(text)
    console.error(`accounting-simulator/time: ${text}`)
  }
}

/** Bytes that have left or reached a socket. */
const movedBy = ({ bytesRead = 0, bytesWritten = 0, writeQueueSize = 0 }: Resource): number =>
  bytesRead + bytesWritten - writeQueueSize
