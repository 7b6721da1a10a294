import { html, nothing, render, type TemplateResult } from 'lit/html.js'
import { CommandBar } from './command-bar'
import type { LinkTarget } from './entries'
import { keysTable } from './first-steps'
import { keepFocus, PageKeys, placesAround, TypedAhead } from './page-keys'
import { PagePadding } from './page-padding'
import {
  type Badges,
  commandsButton,
  OrganizationPicker,
  placeButtons,
  settings,
  settingsButton,
  showSelectedTab,
  tabId,
  tabList,
} from './panel-header'
import type { PanelPlace } from './place'
import { Controls, type ControlsPort } from './port'
import { Refresher } from './refresher'
import { separator } from './separator'
import { ChosenRange } from './time-range'
import { TimelineSource } from './timeline-source'
import { Toast } from './toast'
import { sendUndoably } from './undone'
import type { View, ViewContext } from './view'
import { VIEWS } from './views'
import { READING } from './widgets'
import { InspectorWindow } from './window'

export { PANEL_STYLE } from './panel-style'

export interface PanelHost {
  readonly host: HTMLElement & { readonly isEmbedded: boolean }
  readonly root: ShadowRoot
  readonly port: ControlsPort
  place(): PanelPlace
  remember(place: PanelPlace): void
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
  box.className = 'box'
  root.append(box)
  let isShown = false
  let isScheduled = false
  let isSetting = false
  let isTellingKeys = false
  const ahead = new TypedAhead()
  let badges: Badges = {}
  const padding = new PagePadding(host)

  const update = (): void => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      const places = placesAround(root.activeElement)
      render(isShown ? panel() : nothing, box)
      if (isShown) keepFocus(places, box)
      padding.show(isShown && isDocked() ? given.place() : undefined)
      if (isShown) keys.listen()
    })
  }
  const toast = new Toast(update)
  const tell: ViewContext['tell'] = (text, ...actions) => toast.tell(text, ...actions)
  const refuse: ViewContext['refuse'] = (text, ...actions) => toast.refuse(text, ...actions)
  const context: ViewContext = {
    controls,
    timeline: new TimelineSource(controls, update, () => void refresher.now()),
    range: new ChosenRange(() => {
      update()
      void refresher.now()
    }),
    document: () => host.ownerDocument,
    organization: () => picker.chosen,
    update,
    tell,
    refuse,
    async attempt(work) {
      try {
        tell('')
        await work()
        await refresher.now()
      } catch (error) {
        refuse((error as Error).message)
      }
    },
    send: (...call) => sendUndoably(context)(...call),
    go: (tab, subject) => void select(tab, subject),
  }
  const views = VIEWS.map((view) => view(context))
  const current = (): View => (views.find(({ name }) => name === given.place().tab) ?? views[0]) as View
  /** Views that have read since they were chosen: until then a view does not know that there is nothing. */
  const read = new Set<View>()
  /** A part of the time is known when all entries are; rows are shown at once. */
  const isRead = (view: View): boolean =>
    read.has(view) &&
    (view.name === 'Timeline' || !context.range.current || context.timeline.missing === undefined)
  const picker = new OrganizationPicker(controls, () => {
    read.clear()
    // Its way back is that of the organisation before.
    tell('')
    void refresher.now()
  })
  const refresher = new Refresher(controls, {
    view: current,
    async load() {
      await picker.load()
      const view = current()
      await Promise.all([view.load(), readBadges()])
      read.add(view)
    },
    update,
    tell,
    refuse,
  })
  async function readBadges(): Promise<void> {
    const [{ armed, waiting }, { begin }] = await Promise.all([
      controls.get<{ armed: number; waiting: number }>('/overview'),
      controls.get<{ begin: number }>('/timeline/forgotten'),
    ])
    context.timeline.begin = begin
    badges = {
      ...(armed > 0 && { Faults: `${armed} armed` }),
      ...(waiting > 0 && { Webhooks: `${waiting} waiting` }),
    }
  }
  const focus = (selector: string): void =>
    queueMicrotask(() => {
      const found = box.querySelector<HTMLElement>(selector)
      found?.focus()
      found?.scrollIntoView({ block: 'nearest' })
    })
  const commands = new CommandBar(context, views, focus)
  const keys = new PageKeys(host, (event) => onKey(event))
  const ownWindow = new InspectorWindow(host, update)

  async function select(tab: string, subject?: LinkTarget): Promise<void> {
    const before = current()
    given.remember({ ...given.place(), tab })
    if (current() !== before) read.delete(current())
    if (subject?.organization !== undefined) picker.choose(subject.organization)
    if (subject) current().reveal?.(subject)
    tell('')
    await refresher.now()
    showSelectedTab(box)
    // A filter has led to rows, which have no details yet.
    if (subject)
      box.querySelector<HTMLElement>(subject.filter === undefined ? '[data-revealed]' : '.list')?.focus()
  }

  function remember(place: PanelPlace): void {
    given.remember(place)
    update()
  }

  const isDocked = (): boolean => !host.isEmbedded && !ownWindow.isOpen

  function panel(): TemplateResult {
    const { dock: side, size } = given.place()
    const mode = isDocked() ? side : 'whole'
    host.dataset.mode = mode
    host.style.setProperty('--size', `${size}%`)
    const measure = (own: string): string => (mode === own ? `${size}%` : '')
    return html`<section
      class="panel ${mode}"
      role="region"
      aria-label="Accounting simulator inspector"
      .style=${`width:${measure('right')};height:${measure('bottom')}`}
      @keydown=${onKey}
    >
      ${isDocked() ? separator(given.place(), remember) : nothing} ${header(side)}
      ${isSetting ? settings(given.place(), remember, host.isEmbedded, toggleSettings) : nothing}
      ${context.range.render()}
      <div class="view" role="tabpanel" tabindex="-1" aria-labelledby=${tabId(views.indexOf(current()))}>
        <h2 class="hidden">${current().name}</h2>
        ${isRead(current()) ? current().render() : READING}
        ${context.timeline.missing ? html`<p class="reading">Reading ${context.timeline.missing} …</p>` : nothing}
      </div>
      ${toast.render()} ${commands.render()} ${isTellingKeys ? keysTable(toggleKeys) : nothing}
    </section>`
  }

  function header(side: PanelPlace['dock']): TemplateResult {
    const names = views.map(({ name }) => name)
    const places = {
      isAtRight: side === 'right',
      isInWindow: ownWindow.isOpen,
      dock(to: PanelPlace['dock']) {
        ownWindow.close()
        remember({ ...given.place(), dock: to })
      },
      openWindow: () => ownWindow.open(refuse),
      close,
    }
    return html`<header>
      ${tabList(names, current().name, (name) => void select(name), badges)} ${picker.render()}
      ${commandsButton(commands.toggle)}
      ${settingsButton(isSetting, toggleSettings)} ${host.isEmbedded ? nothing : placeButtons(places)}
    </header>`
  }

  function toggleSettings(): void {
    isSetting = !isSetting
    update()
    // A user who closes it by a key has the focus in it.
    if (!isSetting) focus('[aria-label=Settings]')
  }

  function close(): void {
    ownWindow.close()
    given.close()
  }

  /** Goes to the next error of the timeline, or to the one before. */
  async function toError(direction: 'next' | 'previous'): Promise<void> {
    const view = views.find(({ errorBeside }) => errorBeside)
    await view?.load()
    const entry = view?.errorBeside?.(direction)
    if (entry === undefined)
      tell(`There is no ${direction} error${context.timeline.missing ? ' among the latest entries' : ''}.`)
    else await select('Timeline', { entry })
  }

  const toFilter = (): Promise<void> =>
    ahead.goTo(async () => {
      const find = (): HTMLInputElement | null => box.querySelector('.view input[type=search]')
      if (!find()) await select('Timeline')
      return find()
    })

  function toggleKeys(): void {
    isTellingKeys = !isTellingKeys
    update()
    if (isTellingKeys) focus('.keys button')
  }

  const singleKeys: Readonly<Record<string, () => unknown>> = {
    '/': toFilter,
    n: () => toError('next'),
    p: () => toError('previous'),
    '?': toggleKeys,
    u: toast.act,
    Escape() {
      if (isTellingKeys) return toggleKeys()
      if (isSetting) return toggleSettings()
      const details = box.querySelector<HTMLElement>('[aria-label="Close details"]')
      if (details && (host.isEmbedded || details.closest('.details')?.matches(':focus-within')))
        details.click()
      else if (!host.isEmbedded) close()
    },
  }

  /** Whoever types means letters. */
  function onKey(event: KeyboardEvent): void {
    const isTyping = (event.target as HTMLElement).matches('input, select, textarea')
    const isWithControl = event.ctrlKey || event.metaKey
    const isSingle = !(isTyping || isWithControl || event.altKey)
    const isHeld = isSingle && ahead.holds(event.key)
    const single = isSingle ? singleKeys[event.key] : undefined
    const act = isWithControl && event.key === 'k' ? commands.toggle : single
    if (!act && !isHeld) return
    event.preventDefault()
    if (!isHeld) void act?.()
  }

  function show(): void {
    isShown = true
    update()
    refresher.start()
  }

  function hide(): void {
    isShown = false
    keys.stop()
    refresher.stop()
    update()
  }

  function pause(): void {
    keys.stop()
    refresher.stop()
    ownWindow.close()
    padding.show(undefined)
  }

  return {
    show,
    hide,
    pause,
    stop() {
      hide()
      pause()
      box.remove()
    },
  }
}
