/** A part of a reason that takes time to find out. `size` counts what it holds until then. */
export interface LazyWarnings {
  readonly size: number
  readonly compute: () => readonly string[]
}

/** The reason of an entry. Slow parts are computed on first read; no `#private`, since tools read through proxies. */
export class ReasonText {
  private soFar = 'under way'
  private further: LazyWarnings | undefined

  say(text: string, further?: LazyWarnings): void {
    this.soFar = text
    this.further = further
  }

  add(note: string): void {
    this.soFar += `; ${note}`
  }

  /** The characters that it holds until it is told. */
  get size(): number {
    return this.soFar.length + (this.further?.size ?? 0)
  }

  get text(): string {
    const { further } = this
    this.further = undefined
    for (const part of further?.compute() ?? []) this.add(part)
    return this.soFar
  }
}
