/** A part of a reason that takes time to find out. `size` counts what it holds until then. */
export interface Further {
  readonly size: number
  readonly tell: () => readonly string[]
}

/** The reason of an entry. What it would take time to tell is told when somebody reads it. */
export class Said {
  #text = 'under way'
  #further: Further | undefined

  say(text: string, further?: Further): void {
    this.#text = text
    this.#further = further
  }

  add(note: string): void {
    this.#text += `; ${note}`
  }

  /** What it holds, in characters, without telling. */
  get size(): number {
    return this.#text.length + (this.#further?.size ?? 0)
  }

  get text(): string {
    const further = this.#further
    this.#further = undefined
    for (const part of further?.tell() ?? []) this.add(part)
    return this.#text
  }
}
