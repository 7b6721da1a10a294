export type WaitKind = 'sleep' | 'timer' | 'webhook-time-out'

/** A waiter for virtual time outside of the world. */
export interface Wait {
  readonly id: number
  /** In elapsed virtual milliseconds (`Waits.elapsed`). */
  due: number
  readonly kind: WaitKind
  /** True if an automatic clock moves for this wait. */
  movesAutoClock: boolean
  /** With `inOwnTurn`, the callback runs in its own turn of the event loop. */
  wake(inOwnTurn: boolean): void
  /** Called when the simulator is disposed of. */
  end?(): void
}

export interface WaitRequest extends Omit<Wait, 'id' | 'due'> {
  /** Milliseconds from now. */
  readonly after: number
}

/**
 * Waiters outside of the world: sleeping clients, their timers, time-outs of deliveries in flight. Their due
 * times count elapsed time, so a rewind neither wakes nor delays them. A binary heap stores them by due time,
 * then by order of arrival.
 */
export class Waits {
  readonly #heap: Wait[] = []
  readonly #places = new Map<number, number>()
  #ids = 0
  #arrivals = 0
  #waitersForClock = 0
  /** The clock's time minus the elapsed time. */
  #origin: number

  constructor(now: number) {
    this.#origin = now
  }

  /** The number of waits that programs have started. */
  get arrivals(): number {
    return this.#arrivals
  }

  /** Counts a program that waits for the clock in another way, such as by moving time. */
  noteArrival(): void {
    this.#arrivals += 1
  }

  /** Counts a client that waits for a held response, until the returned function is called. */
  hold(): () => void {
    this.noteArrival()
    this.#waitersForClock += 1
    return () => {
      this.#waitersForClock -= 1
    }
  }

  get waitersForClock(): number {
    return this.#waitersForClock
  }

  /** Elapsed virtual milliseconds. A rewind does not reduce them. */
  elapsed(now: number): number {
    return now - this.#origin
  }

  /** Reports that the clock was set to another time. The difference does not count as elapsed. */
  rewound(before: number, now: number): void {
    this.#origin += now - before
  }

  add({ after, ...request }: WaitRequest, now: number): Wait {
    if (request.kind !== 'webhook-time-out') this.#arrivals += 1
    this.#ids += 1
    const wait: Wait = { ...request, id: this.#ids, due: this.elapsed(now) + Math.ceil(after) }
    this.#insert(wait)
    return wait
  }

  /** Returns false if it was not waiting any more. */
  cancel(wait: Wait): boolean {
    const place = this.#places.get(wait.id)
    if (place === undefined) return false
    this.#places.delete(wait.id)
    if (wait.movesAutoClock) this.#waitersForClock -= 1
    const last = this.#heap.pop() as Wait
    if (last === wait) return true
    this.#put(last, place)
    this.#rise(place)
    this.#sink(this.#places.get(last.id) as number)
    return true
  }

  /** Restarts the wait. */
  postpone(wait: Wait, after: number, now: number): void {
    this.cancel(wait)
    wait.due = this.elapsed(now) + Math.ceil(after)
    this.#insert(wait)
  }

  setMovesAutoClock(wait: Wait, movesAutoClock: boolean): void {
    if (wait.movesAutoClock !== movesAutoClock && this.#places.has(wait.id))
      this.#waitersForClock += movesAutoClock ? 1 : -1
    wait.movesAutoClock = movesAutoClock
  }

  /** The waiter due next. */
  get first(): Wait | undefined {
    return this.#heap[0]
  }

  get dueWithFirst(): number {
    const isToo = (place: number): boolean => this.#heap[place]?.due === this.#heap[0]?.due
    let count = 0
    const places = [0]
    for (const place of places) {
      if (place >= this.#heap.length || !isToo(place)) continue
      count += 1
      places.push(2 * place + 1, 2 * place + 2)
    }
    return count
  }

  /** The due time on the clock, in milliseconds since 1970. */
  dueOf(wait: Wait): number {
    return wait.due + this.#origin
  }

  inOrder(): Wait[] {
    return [...this.#heap].sort(compare)
  }

  #insert(wait: Wait): void {
    if (wait.movesAutoClock) this.#waitersForClock += 1
    this.#heap.push(wait)
    this.#places.set(wait.id, this.#heap.length - 1)
    this.#rise(this.#heap.length - 1)
  }

  #rise(from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#swapIfBefore(place, parent)) return
      place = parent
    }
  }

  #sink(from: number): void {
    for (let place = from; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      const child = right < this.#heap.length && this.#isBefore(right, left) ? right : left
      if (child >= this.#heap.length || !this.#swapIfBefore(child, place)) return
      place = child
    }
  }

  #at(place: number): Wait {
    return this.#heap[place] as Wait
  }

  #isBefore(one: number, other: number): boolean {
    return compare(this.#at(one), this.#at(other)) < 0
  }

  #swapIfBefore(one: number, other: number): boolean {
    if (!this.#isBefore(one, other)) return false
    const [a, b] = [this.#at(one), this.#at(other)]
    this.#put(a, other)
    this.#put(b, one)
    return true
  }

  #put(wait: Wait, place: number): void {
    this.#heap[place] = wait
    this.#places.set(wait.id, place)
  }
}

const compare = (a: Wait, b: Wait): number => a.due - b.due || a.id - b.id
