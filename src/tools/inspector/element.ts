import { callback } from '../../errors/reader'
import { AboveDialogs } from './above-dialogs'
import type { Panel } from './panel'
import { DEFAULT_PLACE, type PanelPlace, rememberedPlace, rememberPlace } from './place'
import type { ControlsPort } from './port'
import { applyStyles } from './sheets'

/** The style of the corner button, which is there before the panel is loaded. */
const BUTTON_STYLE = `
:host { all: initial; position: fixed; inset: auto 0 0 auto; z-index: 2147483000; color-scheme: light dark; }
:host([theme=light]) { color-scheme: light; } :host([theme=dark]) { color-scheme: dark; }
:host([data-theme=light]) { color-scheme: light; } :host([data-theme=dark]) { color-scheme: dark; }
:host([embedded]) { position: static; display: block; height: 100%; }
.corner { position: fixed; right: 12px; bottom: 12px; font: 600 13px/1 system-ui, sans-serif; padding: 10px 12px;
  color: light-dark(#fff, #10131a);
  background: light-dark(#1d4ed8, #93b4ff); border: 2px solid light-dark(#fff, #10131a);
   border-radius: 999px; cursor: pointer; }
:host([data-corner$=left]) .corner[aria-expanded=false] { left: 12px; right: auto; }
:host([data-corner^=top]) .corner[aria-expanded=false] { top: 12px; bottom: auto; }
.corner[aria-expanded=true] { z-index: 1; right: 9px; bottom: calc(var(--size, 45%) - 33px); width: 28px; height: 28px;
  padding: 0; border: 1px solid light-dark(#d5d9e2, #343b4a); border-radius: 4px; font-size: 0;
  color: light-dark(#1a1f2b, #e6e9f0); background: light-dark(#ffffff, #14171f); }
.corner[aria-expanded=true]::before { content: '\\2715'; font-size: 13px; }
:host([data-mode=right]) .corner[aria-expanded=true] { top: 4px; bottom: auto; }
:host([data-mode=whole]) .corner { display: none; }
.corner:focus-visible { outline: 3px solid light-dark(#f59e0b, #fcd34d); outline-offset: 2px; }
`

export const ELEMENT_NAME = 'accounting-simulator-inspector'
export const readPort = callback<ControlsPort>('controls(simulator) of accounting-simulator/controls')
const MOMENTS = 'http://simulator.invalid/__simulator/moments'
const TITLE = 'Accounting simulator inspector (Alt+Shift+A)'

/** Servers and workers have no elements; there this module can still be imported. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {}

/** The corner button, and the panel once it is opened: its code is loaded then. */
export class InspectorElement extends Base {
  /** Shows the panel alone, as large as the element: without corner button and dock. */
  static readonly observedAttributes = ['embedded']

  #place: PanelPlace = DEFAULT_PLACE
  #above: AboveDialogs | undefined
  #port: ControlsPort | undefined
  #panel: Panel | undefined
  #loading: Promise<Panel | undefined> | undefined
  #button: HTMLButtonElement | undefined
  #isSetUp = false

  /** The panel sends its requests to it: `controls(simulator)` of accounting-simulator/controls. */
  get port(): ControlsPort | undefined {
    return this.#port
  }

  set port(port: ControlsPort | undefined) {
    // Frameworks set what they have set before.
    if (port === this.#port) return
    if (port) readPort(port, 'port')
    this.#port = port
    // From here on one can go back, also to before the panel was opened. A sandbox keeps no states.
    if (port) void port(new Request(MOMENTS, { method: 'POST' })).catch(() => undefined)
    this.#panel?.stop()
    this.#panel = undefined
    this.#loading = undefined
    if (this.isConnected && (this.#place.open || this.isEmbedded)) void this.open()
  }

  /** Tells whether it fills its place instead of being docked. */
  get isEmbedded(): boolean {
    return this.hasAttribute('embedded')
  }

  connectedCallback(): void {
    if (!this.#isSetUp) this.#setUp()
    this.#above?.start()
    if (this.#place.open || this.isEmbedded) void this.open()
  }

  /** In a window of its own. */
  adoptedCallback(): void {
    if (this.shadowRoot) applyStyles(this.shadowRoot, this.#styles, this.nonce ?? '')
  }

  disconnectedCallback(): void {
    this.#above?.stop()
    // A move to another window disconnects for a moment.
    queueMicrotask(() => {
      if (!this.isConnected) this.#panel?.pause()
    })
  }

  #styles: readonly string[] = [BUTTON_STYLE]

  #setUp(): void {
    this.#isSetUp = true
    const tab = this.getAttribute('tab')
    this.#place = { ...rememberedPlace(), ...(tab !== null && { tab }) }
    this.#show(this.#place)
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    applyStyles(root, this.#styles, this.nonce ?? '')
    if (this.isEmbedded) return
    this.#above = new AboveDialogs(this)
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'corner'
    button.textContent = 'Accounting'
    button.setAttribute('aria-label', 'Accounting simulator inspector')
    button.setAttribute('aria-expanded', 'false')
    button.title = TITLE
    button.onclick = () => {
      // A framework may set it after it opens the panel, but not after a click.
      if (!this.#port) console.warn(`${ELEMENT_NAME}: set its port to controls(simulator)`)
      if (this.#place.open) this.close()
      else void this.open()
    }
    root.append(button)
    this.#button = button
    onShortcut(this, () => button.click())
  }

  /** Loads the panel the first time. Rejects if its code cannot be loaded. */
  async open(): Promise<void> {
    this.#remember({ ...this.#place, open: true })
    this.#button?.setAttribute('aria-expanded', 'true')
    if (!this.#port) return
    const port = this.#port
    this.#loading ??= this.#load(port).catch((error: unknown) => this.#failed(error, port))
    const panel = await this.#loading
    if (panel === this.#panel && this.#place.open) panel?.show()
  }

  /** The next click tries again. */
  #failed(error: unknown, port: ControlsPort): never {
    if (port !== this.#port) throw error
    this.#loading = undefined
    this.#remember({ ...this.#place, open: false })
    this.#button?.setAttribute('aria-expanded', 'false')
    if (this.#button) this.#button.title = `The panel cannot be loaded: ${(error as Error).message}`
    throw error
  }

  /** Hides the panel; its button stays. */
  close(): void {
    this.#remember({ ...this.#place, open: false })
    this.#button?.setAttribute('aria-expanded', 'false')
    this.#panel?.hide()
    this.#button?.focus()
  }

  async #load(port: ControlsPort): Promise<Panel | undefined> {
    const { createPanel, PANEL_STYLE } = await import('./panel')
    if (port !== this.#port || !this.shadowRoot) return undefined
    if (this.#button) this.#button.title = TITLE
    this.#styles = [BUTTON_STYLE, PANEL_STYLE]
    applyStyles(this.shadowRoot, this.#styles, this.nonce ?? '')
    this.#panel = createPanel({
      host: this,
      root: this.shadowRoot,
      port,
      place: () => this.#place,
      remember: (place) => this.#remember(place),
      close: () => this.close(),
    })
    return this.#panel
  }

  /** The styles read these. */
  #show({ corner, theme }: PanelPlace): void {
    this.dataset.corner = corner
    this.dataset.theme = theme
  }

  #remember(place: PanelPlace): void {
    this.#place = place
    this.#show(place)
    if (!this.isEmbedded) rememberPlace(place)
  }
}

/** Alt+Shift+A, as long as the element is in the page. */
function onShortcut(element: HTMLElement, act: () => void): void {
  element.ownerDocument.addEventListener('keydown', (event) => {
    if (event.altKey && event.shiftKey && event.code === 'KeyA' && element.isConnected) act()
  })
}

/** Makes the element known to the page, once. */
export function defineInspector(): void {
  if (typeof customElements !== 'undefined' && !customElements.get(ELEMENT_NAME))
    customElements.define(ELEMENT_NAME, InspectorElement)
}
