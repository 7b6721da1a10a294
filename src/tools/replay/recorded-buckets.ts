import { type Call, callRoute, isSuccess } from './call'
import { listFor } from './list-for'

/** A success, with the second of the service's clock at which it was given. */
interface Granted {
  readonly call: Call
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** Seconds by which the headers may be off: they are rounded up. */
const ROUNDED = 2

/**
 * The successes of a recording by key, route and the limit in their headers. When each was given follows from its own
 * headers, because a request may have waited in its client.
 */
export class RecordedBuckets {
  readonly #granted = new Map<string, Granted[]>()

  constructor(calls: readonly Call[]) {
    for (const call of calls) {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(call.answer.headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
      ) as [number, number, number]
      // Without their keys, requests of several keys look like those of one.
      if (call.keyLabel === '' || !isSuccess(call.answer.status) || Number.isNaN(limit + remaining + reset))
        continue
      listFor(this.#granted, nameOf(call)).push({ call, limit, remaining, reset })
    }
  }

  /** @returns what the service granted up to a call, if its bucket never holds as many tokens */
  beyond(
    call: Call,
    buckets: readonly { readonly burst: number; readonly refillPerSecond: number }[],
  ): { readonly recorded: string; readonly simulated: string } | undefined {
    const granted = (this.#granted.get(nameOf(call)) ?? []).filter((one) => one.call.index <= call.index)
    const last = granted.at(-1)
    const bucket = buckets.find(({ burst }) => burst === last?.limit)
    if (last?.call !== call || !bucket) return undefined
    const { burst, refillPerSecond } = bucket
    const secondOf = ({ remaining, reset }: Granted): number => reset - (burst - remaining) / refillPerSecond
    const seconds = granted.map((one) => secondOf(last) - secondOf(one)).sort((a, b) => a - b)
    const isBeyond = (passed: number, before: number): boolean =>
      before + 1 > burst + refillPerSecond * (passed + ROUNDED) + 1
    const widest = seconds.map((elapsed, before) => isBeyond(Math.max(0, elapsed), before)).lastIndexOf(true)
    if (widest < 0) return undefined
    return {
      recorded: `${widest + 1} successes within ${Math.ceil(Math.max(0, seconds[widest] ?? 0))} s`,
      simulated: `a bucket of ${burst}, and ${refillPerSecond} more each second`,
    }
  }
}

const nameOf = (call: Call): string =>
  [call.keyLabel, call.answer.headers.get('x-ratelimit-limit'), callRoute(call)].join('|')
