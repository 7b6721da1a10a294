/** Warnings that are expensive to compute. `size` counts the data referenced until then. */
export interface LazyWarnings {
  readonly size: number
  readonly compute: () => readonly string[]
}

/** The reason of an entry. Warnings are computed on first read. Not `#private`, because tools read through proxies. */
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

  /** The characters held, until the warnings are computed. */
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
