export type WaitKind = 'sleep' | 'timer' | 'webhook-time-out'

/** Somebody of the host who waits for the simulator's clock. */
export interface Wait {
  readonly id: number
  /** On the scale of `Waits`, in milliseconds. */
  due: number
  readonly kind: WaitKind
  /** Whether a clock that moves by itself moves for its sake. */
  holdsUp: boolean
  wake(): void
  /** The simulator was disposed of. */
  end?(): void
}

export interface WaitRequest {
  /** Milliseconds from now. */
  readonly after: number
  readonly kind: WaitKind
  readonly holdsUp: boolean
  wake(): void
  end?(): void
}

/**
 * Those who wait for the clock without being part of the world: sleeping clients, their timers, the time-outs of
 * deliveries under way. They count time that has passed, so a rewind of the world neither wakes nor delays them.
 * A binary heap by due time, then by order of arrival.
 */
export class Waits {
  readonly #heap: Wait[] = []
  readonly #places = new Map<number, number>()
  #ids = 0
  #arrivals = 0
  #demand = 0
  /** What lies between the clock's milliseconds and ours. */
  #origin: number

  constructor(now: number) {
    this.#origin = now
  }

  /** How often a program has begun to wait for the clock. */
  get arrivals(): number {
    return this.#arrivals
  }

  /** Somebody waits for the clock in another way, such as for a response that is held back. */
  noteArrival(): void {
    this.#arrivals += 1
  }

  /** Those for whose sake time may move by itself. */
  get demand(): number {
    return this.#demand
  }

  /** Milliseconds that have passed by the clock, whatever rewinds lay between. */
  elapsed(now: number): number {
    return now - this.#origin
  }

  /** The clock was set from one instant to another, which took no time. */
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

  /** Whether it was still waiting. */
  cancel(wait: Wait): boolean {
    const place = this.#places.get(wait.id)
    if (place === undefined) return false
    this.#places.delete(wait.id)
    if (wait.holdsUp) this.#demand -= 1
    const last = this.#heap.pop() as Wait
    if (last === wait) return true
    this.#put(last, place)
    this.#rise(place)
    this.#sink(this.#places.get(last.id) as number)
    return true
  }

  /** Begins anew after the same time. */
  postpone(wait: Wait, after: number, now: number): void {
    this.cancel(wait)
    wait.due = this.elapsed(now) + Math.ceil(after)
    this.#insert(wait)
  }

  setHoldsUp(wait: Wait, holdsUp: boolean): void {
    if (wait.holdsUp !== holdsUp && this.#places.has(wait.id)) this.#demand += holdsUp ? 1 : -1
    wait.holdsUp = holdsUp
  }

  isWaiting(wait: Wait): boolean {
    return this.#places.has(wait.id)
  }

  /** Whoever will be woken next. */
  get first(): Wait | undefined {
    return this.#heap[0]
  }

  /** By the clock. */
  dueOf(wait: Wait): number {
    return wait.due + this.#origin
  }

  /** In the order in which they will be woken. */
  inOrder(): Wait[] {
    return [...this.#heap].sort(compare)
  }

  #insert(wait: Wait): void {
    if (wait.holdsUp) this.#demand += 1
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

  #isBefore(one: number, other: number): boolean {
    return compare(this.#heap[one] as Wait, this.#heap[other] as Wait) < 0
  }

  #swapIfBefore(one: number, other: number): boolean {
    if (!this.#isBefore(one, other)) return false
    const [a, b] = [this.#heap[one] as Wait, this.#heap[other] as Wait]
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
