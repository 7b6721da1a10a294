import { html, nothing, type TemplateResult } from 'lit/html.js'
import { AWAY, FIND, SETTINGS, TO_A_WINDOW, TO_THE_BOTTOM, TO_THE_RIGHT } from './icons'
import { CORNERS, type PanelPlace, THEMES } from './place'
import type { Controls } from './port'
import { resized } from './rendered'
import { iconButton, listenerOf, valueIn } from './widgets'

/** The end of the list fades out over so many pixels. */
const FADE = 20

export const tabId = (at: number): string => `tab-${at}`

/** Short texts that tabs show beside their names, such as `3 armed`. */
export type Badges = Readonly<Record<string, string | undefined>>

/** The tabs. A narrow panel scrolls them. */
export const tabList = (
  names: readonly string[],
  current: string,
  select: (name: string) => void,
  badges: Badges,
): TemplateResult =>
  html`<div
    role="tablist"
    aria-label="Views of the inspector"
    @keydown=${moveSelection}
    @wheel=${scrollAside}
    ${resized(showSelectedTab)}
  >
    ${names.map(
      (name, at) =>
        html`<button
          role="tab"
          type="button"
          id=${tabId(at)}
          aria-selected=${name === current}
          tabindex=${name === current ? 0 : -1}
          title=${badges[name] ?? nothing}
          @click=${() => select(name)}
        >
          ${name}${
            badges[name]
              ? html`<span class="badge" aria-hidden="true">${Number.parseInt(badges[name], 10)}</span>`
              : nothing
          }
        </button>`,
    )}
  </div>`

/** Focus must not scroll the page around. */
export function showSelectedTab(root: ParentNode): void {
  const tab = root.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  const list = tab?.parentElement
  if (!list) return
  const from = tab.offsetLeft - list.offsetLeft
  const to = from + tab.offsetWidth + FADE
  if (from < list.scrollLeft) list.scrollLeft = from
  else if (to > list.scrollLeft + list.clientWidth) list.scrollLeft = to - list.clientWidth
}

/** Wheels of most mice turn in one direction only. */
function scrollAside(event: WheelEvent): void {
  const list = listenerOf(event)
  if (list.scrollWidth <= list.clientWidth || event.deltaX !== 0) return
  event.preventDefault()
  list.scrollLeft += event.deltaY
}

export const commandsButton = (open: () => void): TemplateResult =>
  iconButton('Commands', FIND, open, 'Commands (Ctrl+K)')

/** Opens and closes what can be chosen about the panel. */
export const settingsButton = (isOpen: boolean, toggle: () => void): TemplateResult =>
  html`<button type="button" class="place" aria-label="Settings" title="Settings" aria-expanded=${isOpen}
    @click=${toggle}>${SETTINGS}</button>`

export function settings(
  place: PanelPlace,
  remember: (place: PanelPlace) => void,
  isAlone: boolean,
  close: () => void,
): TemplateResult {
  const choice = (name: 'theme' | 'corner', title: string, values: readonly string[]): TemplateResult =>
    html`<label>
      ${title}
      <select
        @change=${(event: Event) => remember({ ...place, [name]: valueIn(event) })}
      >
        ${values.map((value) => html`<option .selected=${value === place[name]}>${value}</option>`)}
      </select>
    </label>`
  return html`<div class="bar settings" role="group" aria-label="Settings of the panel"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }}>
    ${choice('theme', 'Theme', THEMES)} ${isAlone ? nothing : choice('corner', 'Button at', CORNERS)}
  </div>`
}

interface Places {
  readonly isAtRight: boolean
  readonly isInWindow: boolean
  dock(side: 'bottom' | 'right'): void
  openWindow(): void
  close(): void
}

/** Buttons that move the panel. The corner button closes a docked panel. */
export function placeButtons({ isAtRight, isInWindow, dock, openWindow, close }: Places): TemplateResult {
  const toBottom = isAtRight && !isInWindow
  return html`${
    toBottom
      ? iconButton('Dock to bottom', TO_THE_BOTTOM, () => dock('bottom'))
      : iconButton('Dock to right', TO_THE_RIGHT, () => dock('right'))
  }
  ${isInWindow ? nothing : iconButton('Open in window', TO_A_WINDOW, openWindow)}
  ${isInWindow ? iconButton('Close', AWAY, close) : nothing}`
}

/** Arrow keys, Home and End move between the tabs; only the selected one is a Tab stop. */
function moveSelection(event: KeyboardEvent): void {
  const tabs = [...listenerOf(event).querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const last = tabs.length - 1
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const to = tabs[moves[event.key] ?? -1]
  if (!to) return
  event.preventDefault()
  to.click()
  to.focus()
}

/** Chooses whose records, books, webhooks and limits the views show. Absent while there is one organisation. */
export class OrganizationPicker {
  #names: readonly string[] = []

  constructor(
    private readonly controls: Controls,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    this.#names = await this.controls.get<readonly string[]>('/organizations')
    const { organization } = this.controls
    // After a reset or in another simulator.
    if (organization !== undefined && !this.#names.includes(organization))
      this.controls.organization = undefined
  }

  get chosen(): string {
    return this.controls.organization ?? this.#names[0] ?? ''
  }

  choose(name: string): void {
    this.controls.organization = name === this.#names[0] ? undefined : name
  }

  render(): TemplateResult | typeof nothing {
    if (this.#names.length < 2) return nothing
    return html`<select
      aria-label="Organisation"
      title="Organisation"
      @change=${(event: Event) => {
        this.choose(valueIn(event))
        this.changed()
      }}
    >
      ${this.#names.map((name) => html`<option value=${name} .selected=${name === this.chosen}>${name}</option>`)}
    </select>`
  }
}
