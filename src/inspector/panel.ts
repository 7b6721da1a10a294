import { html, nothing, render, type TemplateResult } from 'lit'
import type { Place } from './place'
import { Controls, type ControlsPort } from './port'
import { Refresher } from './refresher'
import { separator } from './separator'
import { styled } from './styled'
import { moveSelection } from './tabs'
import type { View, ViewContext } from './view'
import { VIEWS } from './views'
import { InspectorWindow } from './window'

export { PANEL_STYLE } from './panel-style'

export interface PanelHost {
  readonly host: HTMLElement & { readonly isEmbedded: boolean }
  readonly root: ShadowRoot
  readonly port: ControlsPort
  place(): Place
  remember(place: Place): void
  close(): void
}

export interface Panel {
  show(): void
  hide(): void
  /** The element left the page; it may come back. */
  pause(): void
  /** The element got another port. */
  stop(): void
}

export function createPanel(given: PanelHost): Panel {
  const { root, host } = given
  const controls = new Controls(given.port)
  const box = root.ownerDocument.createElement('div')
  root.append(box)
  let isShown = false
  let message = ''
  let isScheduled = false

  const update = (): void => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      render(isShown ? panel() : nothing, box)
    })
  }
  const tell = (text: string): void => {
    message = text
    update()
  }
  const context: ViewContext = {
    controls,
    update,
    tell,
    async attempt(work) {
      try {
        tell('')
        await work()
        await refresher.now()
      } catch (error) {
        tell((error as Error).message)
      }
    },
    go: (tab) => select(tab),
  }
  const views = VIEWS.map((view) => view(context))
  const current = (): View => (views.find(({ name }) => name === given.place().tab) ?? views[0]) as View
  const refresher = new Refresher(controls, current, update, tell)
  const ownWindow = new InspectorWindow(host, () => show())

  function select(tab: string): void {
    given.remember({ ...given.place(), tab })
    update()
    void refresher.now()
  }

  const dock = (side: Place['dock']): void => {
    ownWindow.close()
    given.remember({ ...given.place(), dock: side })
    update()
  }

  function resize(place: Place): void {
    given.remember(place)
    update()
  }

  function panel(): TemplateResult {
    const { dock: side, size } = given.place()
    const isDocked = !host.isEmbedded && !ownWindow.isOpen
    const mode = isDocked ? side : 'whole'
    host.dataset.mode = mode
    host.style.setProperty('--size', `${size}%`)
    const measure = isDocked ? { [side === 'right' ? 'width' : 'height']: `${size}%` } : {}
    return html`<section
      class="panel ${mode}"
      role="region"
      aria-label="Accounting simulator inspector"
      ${styled(measure)}
      @keydown=${onKey}
    >
      ${isDocked ? separator(given.place(), resize) : nothing}
      <header>${tabList()}${isDocked || ownWindow.isOpen ? placeButtons(side) : nothing}</header>
      <p class="message" role="status">${message}</p>
      <div class="view" role="tabpanel" aria-labelledby=${`tab-${views.indexOf(current())}`}>
        ${current().render()}
      </div>
    </section>`
  }

  const tabList = (): TemplateResult =>
    html`<div role="tablist" aria-label="Views of the inspector" @keydown=${moveSelection}>
      ${views.map(
        ({ name }, at) =>
          html`<button
            role="tab"
            type="button"
            id=${`tab-${at}`}
            aria-selected=${name === current().name}
            tabindex=${name === current().name ? 0 : -1}
            @click=${() => select(name)}
          >
            ${name}
          </button>`,
      )}
    </div>`

  const placeButtons = (side: Place['dock']): TemplateResult =>
    html`<div class="places">
      <button type="button" @click=${() => dock(side === 'right' && !ownWindow.isOpen ? 'bottom' : 'right')}>
        ${side === 'right' && !ownWindow.isOpen ? 'Dock to bottom' : 'Dock to right'}
      </button>
      <button type="button" ?hidden=${ownWindow.isOpen} @click=${() => ownWindow.open(tell)}>Open in window</button>
      <button type="button" @click=${close}>Close</button>
    </div>`

  function close(): void {
    ownWindow.close()
    given.close()
  }

  function onKey(event: KeyboardEvent): void {
    const isTyping = (event.target as HTMLElement).matches('input, select, textarea')
    if (event.key === 'Escape' && !isTyping && !host.isEmbedded) close()
  }

  function show(): void {
    isShown = true
    update()
    refresher.start()
  }

  function hide(): void {
    isShown = false
    refresher.stop()
    update()
  }

  return {
    show,
    hide,
    pause: () => refresher.stop(),
    stop() {
      hide()
      ownWindow.close()
      box.remove()
    },
  }
}
