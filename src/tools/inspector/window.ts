const FEATURES = 'popup,width=960,height=640'

/** A window of its own for the panel. When it is closed, the panel goes back to the page. */
export class InspectorWindow {
  #window: Window | undefined
  #home: Node | undefined

  constructor(
    private readonly element: HTMLElement,
    private readonly changed: () => void,
  ) {}

  get isOpen(): boolean {
    return this.#window !== undefined
  }

  open(refuse: (text: string) => void): void {
    const opened = window.open('', 'accounting-simulator-inspector', FEATURES)
    if (!opened) {
      refuse('The browser does not open the window; allow pop-ups for this page.')
      return
    }
    this.#home = this.element.parentNode ?? document.body
    this.#window = opened
    // Without a doctype the page would be in quirks mode.
    opened.document.write('<!doctype html>')
    opened.document.close()
    opened.document.title = 'Accounting simulator inspector'
    opened.document.documentElement.lang = 'en'
    opened.document.body.replaceChildren(this.element)
    opened.addEventListener('pagehide', () => this.#goHome())
    addEventListener('pagehide', () => opened.close(), { once: true })
    this.changed()
  }

  close(): void {
    const opened = this.#window
    this.#goHome()
    opened?.close()
  }

  #goHome(): void {
    if (!this.#window) return
    this.#window = undefined
    // Unless it was taken out of the window.
    if (this.element.isConnected) this.#home?.appendChild(this.element)
    this.changed()
  }
}
