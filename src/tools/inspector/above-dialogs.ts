/**
 * Keeps an element above everything in its page, in the top layer. A modal dialog makes inert what is outside of it, so
 * the element goes into the dialog while that is open, and back to its place afterwards.
 */
export class AboveDialogs {
  readonly #watch: MutationObserver
  /** The place in the page while no dialog is open. */
  #home: Node | undefined

  constructor(private readonly element: HTMLElement) {
    this.#watch = new MutationObserver(() => this.#follow())
  }

  /** Called when the element has come into a page. */
  start(): void {
    const { ownerDocument } = this.element
    if (this.#home && this.#home.ownerDocument !== ownerDocument) this.#home = undefined
    this.#watch.observe(ownerDocument, { subtree: true, attributeFilter: ['open'] })
    this.#follow()
    this.raise()
  }

  stop(): void {
    this.#watch.disconnect()
    // The app has thrown its dialog away, and the element with it.
    const home = this.#home
    if (!home?.isConnected || this.element.isConnected || !this.element.parentNode) return
    this.#home = undefined
    home.appendChild(this.element)
  }

  /** The last entrant of the top layer is above all others. */
  raise(): void {
    const element = this.element
    if (!('showPopover' in element) || !element.isConnected) return
    element.popover = 'manual'
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }

  #follow(): void {
    const element = this.element
    const dialog = [...element.ownerDocument.querySelectorAll('dialog:modal')].at(-1)
    const home = this.#home
    if (dialog === element.parentNode || (!dialog && !home)) return
    this.#home = dialog ? (home ?? element.parentNode ?? undefined) : undefined
    const to = dialog ?? home
    if (to) to.appendChild(element)
  }
}
