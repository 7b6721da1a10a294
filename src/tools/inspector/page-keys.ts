/**
 * Hears keys that are pressed while nothing of the page has the focus. They are the panel's if it was used last, or if
 * it fills the page.
 */
export class PageKeys {
  #document: Document | undefined
  #wasUsed = false

  constructor(
    private readonly host: HTMLElement,
    private readonly act: (event: KeyboardEvent) => void,
  ) {}

  /** The panel may have gone to a window of its own. */
  listen(): void {
    const { ownerDocument } = this.host
    if (ownerDocument === this.#document) return
    this.stop()
    this.#document = ownerDocument
    ownerDocument.addEventListener('keydown', this.#onKey)
    for (const name of USES) ownerDocument.addEventListener(name, this.#onUse, true)
  }

  stop(): void {
    this.#document?.removeEventListener('keydown', this.#onKey)
    for (const name of USES) this.#document?.removeEventListener(name, this.#onUse, true)
    this.#document = undefined
  }

  readonly #onUse = (event: Event): void => {
    this.#wasUsed = event.composedPath().includes(this.host)
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const path = event.composedPath()
    const isFree = path[0] === this.#document?.body && (this.#wasUsed || this.#isAlone())
    // The button in the corner stands outside of the panel, which hears its own keys. What the panel did with this key
    // may have removed the target, so the path tells where the key was pressed.
    const isInPanel = path.some((part) => (part as Partial<Element>).matches?.('.panel'))
    const isOfCorner = event.target === this.host && !isInPanel
    if (isFree || isOfCorner) this.act(event)
  }

  #isAlone(): boolean {
    const { defaultView } = this.host.ownerDocument
    const { width, height } = this.host.getBoundingClientRect()
    return width >= (defaultView?.innerWidth ?? 0) && height >= (defaultView?.innerHeight ?? 0)
  }
}

const USES = ['pointerdown', 'focusin'] as const
