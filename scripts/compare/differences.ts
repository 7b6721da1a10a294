export interface SentRequest {
  /** With `{}` for what differs from record to record. */
  readonly route: string
  readonly about: string
}

/** Counts the comparisons of two builds, and groups the differences by route. */
export class Differences {
  readonly #counts = new Map<string, { compared: number; differing: Map<string, number> }>()
  readonly #first: string[] = []
  readonly #shown: number
  /** The current chapter, for the message. */
  chapter = ''
  requests = 0
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>()
  /** The request that was sent last. */
  request: SentRequest = { route: '', about: '' }

  constructor(shown: number) {
    this.#shown = shown
  }

  /** One comparison. `kind` says which part of the answer it is; equal texts are counted and no more. */
  compare(route: string, kind: string, old: string, now: string, about = route): boolean {
    const counts = this.#counts.get(route) ?? { compared: 0, differing: new Map<string, number>() }
    this.#counts.set(route, counts)
    counts.compared += 1
    if (old === now) return true
    counts.differing.set(kind, (counts.differing.get(kind) ?? 0) + 1)
    if (this.#first.length < this.#shown)
      this.#first.push(`${this.chapter}, request ${this.requests}: ${about}, ${kind}\n${apart(old, now)}`)
    return false
  }

  get compared(): number {
    return [...this.#counts.values()].reduce((sum, { compared }) => sum + compared, 0)
  }

  /** Differences but for those of the kinds that are let through. */
  differing(except: readonly string[] = []): number {
    let sum = 0
    for (const { differing } of this.#counts.values())
      for (const [kind, count] of differing) if (!except.includes(kind)) sum += count
    return sum
  }

  /** Which of these operations, as an OpenAPI document writes them, nobody asked for. */
  unreached(operations: readonly string[]): string[] {
    const asked = new Set(this.#counts.keys())
    return operations.filter((one) => !asked.has(one.replace(/\{\w+\}/g, '{}')))
  }

  /** The first differences in full, then a line for each route that has any. */
  toString(): string {
    const rows = [...this.#counts]
      .filter(([, { differing }]) => differing.size > 0)
      .map(([route, { compared, differing }]) => {
        const kinds = [...differing].map(([kind, count]) => `${kind} ${count}`).join(', ')
        return `  ${route}: ${kinds} (of ${compared} compared)`
      })
    return [...this.#first, ...(rows.length > 0 ? ['Differences by route:', ...rows.sort()] : [])].join('\n')
  }
}

const AROUND = 120

/** Both texts from a little before the place where they part. */
function apart(old: string, now: string): string {
  let at = 0
  while (at < old.length && old[at] === now[at]) at += 1
  const from = Math.max(0, at - AROUND)
  const part = (text: string): string => `${from > 0 ? '…' : ''}${text.slice(from, at + 2 * AROUND)}`
  return `  old: ${part(old)}\n  new: ${part(now)}`
}
