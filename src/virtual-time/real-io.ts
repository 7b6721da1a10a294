import { createHook } from 'node:async_hooks'
import { isRecent, kindOf, promised, TURNS, type Watched } from './io-kinds'
import { realNow, realPause, realTurn } from './real'

/** Milliseconds without activity after which real I/O is no longer waited for. */
const PATIENCE = 5000

const open = new Set<RealIo>()
/** By the id of the asynchronous resource; below 0 those of promises. */
const watched = new Map<number, Watched & { readonly io: RealIo }>()

let promises = 0
let turnsTaken = 0
let scopeIo: () => RealIo | undefined = () => undefined
const hook = createHook({
  init(id, type, _, resource) {
    if (type === 'PROMISE' || type === 'TickObject' || type === 'Immediate' || type === 'Timeout') return
    const kind = kindOf(type)
    const io = kind && scopeIo()
    if (!kind || !io) return
    watched.set(id, {
      ...kind,
      io,
      resource: resource as Watched['resource'],
      seen: realNow(),
      seenAtTurn: turnsTaken,
    })
    io.sign()
  },
  before(id) {
    const one = watched.get(id)
    if (!one) return
    one.seen = realNow()
    one.seenAtTurn = turnsTaken
    one.isDismissed = false
    one.io.sign()
  },
  after(id) {
    if (watched.get(id)?.endsAtOnce) watched.delete(id)
  },
  destroy(id) {
    watched.delete(id)
  },
})

/** Sets the function that finds the owner of new I/O. */
export function attributeIo(find: () => RealIo | undefined): void {
  scopeIo = find
}

/** The real I/O of one program, as far as Node reports it. */
export class RealIo {
  readonly #heldCalls: () => number
  #lastSign = realNow()
  #hasTold = false

  constructor(isWatching: boolean, heldCalls: () => number) {
    this.#heldCalls = heldCalls
    if (!isWatching) return
    open.add(this)
    hook.enable()
  }

  stop(): void {
    for (const [id, { io }] of watched) if (io === this) watched.delete(id)
    if (open.delete(this) && open.size === 0) hook.disable()
  }

  sign(): void {
    this.#lastSign = realNow()
  }

  /** Counts as I/O until the promise has settled. */
  during<T>(name: string, work: Promise<T>): Promise<T> {
    promises += 1
    const id = -promises
    watched.set(id, { ...promised(name), io: this, seen: realNow(), seenAtTurn: turnsTaken })
    this.sign()
    return work.finally(() => {
      watched.delete(id)
      this.sign()
    })
  }

  /** The I/O in progress as text; undefined if there is none. */
  underWay(): string | undefined {
    const busy = this.#busy()
    return busy.length > 0 ? [...new Set(busy.map(({ name }) => name))].join(', ') : undefined
  }

  /** Waits until no I/O is in progress. Returns whether there was any. */
  async rest(): Promise<boolean> {
    if (this.#busy().length === 0) return false
    for (let turns = 0; this.#busy().length > 0; turns += 1) {
      turnsTaken += 1
      await (turns < TURNS ? realTurn() : realPause(1))
      if (realNow() - this.#lastSign > PATIENCE) this.#dismiss()
    }
    return true
  }

  #busy(): Watched[] {
    const now = realNow()
    const mine = [...watched.values()].filter(({ io, isDismissed }) => io === this && !isDismissed)
    const busy = mine.filter(
      (one) => one.isBusy(one.resource) || (one.isConnection && isRecent(one, now, turnsTaken)),
    )
    // A request whose response the simulator holds back waits for the clock, not for the network.
    const awaiting = busy.filter(({ isConnection }) => isConnection)
    const isAllHeld = awaiting.length > 0 && awaiting.length <= this.#heldCalls()
    return isAllHeld ? busy.filter(({ isConnection }) => !isConnection) : busy
  }

  #dismiss(): void {
    const what = this.underWay()
    for (const one of this.#busy()) one.isDismissed = true
    if (this.#hasTold || what === undefined) return
    this.#hasTold = true
    console.error(
      `accounting-simulator/time: waited ${PATIENCE / 1000} seconds of real time for real I/O without a sign of ` +
        `life (${what}); from here on time goes on without it.`,
    )
  }
}
