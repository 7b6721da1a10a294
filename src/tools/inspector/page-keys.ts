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

/** Letters that are typed while a field is on its way go into it. */
export class TypedAhead {
  #typed: string | undefined

  /** Tells whether a key is kept for the field. */
  holds(key: string): boolean {
    if (this.#typed === undefined || key.length !== 1) return false
    this.#typed += key
    return true
  }

  async goTo(find: () => Promise<HTMLInputElement | null>): Promise<void> {
    this.#typed = ''
    try {
      const field = await find()
      field?.focus()
      if (field && this.#typed !== '') {
        field.value += this.#typed
        field.dispatchEvent(new Event('input'))
      }
    } finally {
      this.#typed = undefined
    }
  }
}

/** An element, and those around it, from inside out. */
export function placesAround(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element; at; at = at.parentElement) places.push(at as HTMLElement)
  return places
}

/** An action may take away the button that did it: then the place around it has the focus. */
export function keepFocus(places: readonly HTMLElement[], box: HTMLElement): void {
  if ((box.getRootNode() as ShadowRoot).activeElement) return
  const isPlace = (one: HTMLElement, at: number): boolean =>
    box.contains(one) && (at === 0 ? !one.matches(':disabled') : one.hasAttribute('tabindex'))
  const place = places.find(isPlace) ?? (places[0] && box.querySelector<HTMLElement>('.view'))
  place?.focus({ preventScroll: true })
}

const USES = ['pointerdown', 'focusin'] as const
