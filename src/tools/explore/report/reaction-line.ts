import type { HitPlace, TrialEvent } from '../run/events'
import { namesText } from './contrast'
import type { Telling } from './telling'

/** Equal events are one line: `POST /x/ #1, tries 2 to 5`, or `POST /x/ #1 to #3` of several. */
interface Series {
  readonly name: string
  readonly number: number
  /** Of a request. */
  readonly attempt?: number
  /** Follows the numbers. */
  readonly again?: string
  /** Requests with other numbers belong to it, too. None of the things that they are about is named then. */
  readonly isOfMany?: boolean
}

interface Parts {
  readonly before: string
  readonly changes?: string | undefined
  readonly result?: string | undefined
  /** The result of the calm run. */
  readonly contrast?: string
  readonly series?: Series | undefined
  /** Heavier lines are told if not all can be. */
  readonly weight: number
}

export class Reaction {
  #last: TrialEvent
  readonly #numbers: number[]
  readonly #attempts: number[]

  constructor(
    private readonly event: TrialEvent,
    private parts: Parts,
  ) {
    this.#last = event
    this.#numbers = parts.series ? [parts.series.number] : []
    this.#attempts = [parts.series?.attempt ?? 1]
  }

  get weight(): number {
    return this.parts.weight
  }

  isOfSeries(other: Reaction): boolean {
    const { series } = other.parts
    const { name, number, isOfMany } = this.parts.series ?? {}
    const isOne = isOfMany === true || series?.attempt === undefined || series.number === number
    return series !== undefined && series.name === name && isOne
  }

  /** Takes the other one in, if it says the same. */
  goesOnWith(other: Reaction): boolean {
    const next = other.parts
    const { changes, result, series } = this.parts
    if (result !== next.result || series?.again !== next.series?.again) return false
    const isSame = changes === next.changes && this.parts.contrast === next.contrast
    if (!isSame && !series?.isOfMany) return false
    if (changes !== next.changes) this.parts = { ...this.parts, changes: '' }
    this.#last = other.event
    if (next.series) this.#numbers.push(next.series.number)
    this.#attempts.push(next.series?.attempt ?? 1)
    return true
  }

  textSince(hit: HitPlace, telling: Telling): string {
    const { before, changes = '', result = '', contrast = '', series } = this.parts
    const numbers = numbersText(this.#numbers)
    const isOne = numbers === `#${this.#numbers[0]}`
    const [first, last] = rangeOf(this.#attempts)
    const tries = first < last ? `${series?.name} ${numbers}, tries ${first} to ${last}` : before
    const place = series && !isOne ? `${series.name} ${numbers}${series.again ?? ''}` : tries
    const who = telling.senderOf(this.event)
    return `${who}${place}${telling.since(hit, this.event, this.#last)}${changes}${result}${contrast}`
  }
}

/** '#1', '#2 to #4' or '#1, #3 and #7' */
function numbersText(numbers: readonly number[]): string {
  const [from, to] = rangeOf(numbers)
  const known = [...new Set(numbers)].sort((one, other) => one - other)
  if (known.length === 1) return `#${from}`
  const isWhole = known.length === to - from + 1 && known.length > 2
  return isWhole ? `#${from} to #${to}` : namesText(known.map((number) => `#${number}`))
}

const rangeOf = (numbers: readonly number[]): [number, number] => [Math.min(...numbers), Math.max(...numbers)]
