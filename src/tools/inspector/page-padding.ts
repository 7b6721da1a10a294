import type { PanelPlace } from './place'

const SIDES = { bottom: ['padding-bottom', 'vh'], right: ['padding-right', 'vw'] } as const

/** Keeps the end of the page reachable while a docked panel covers it. */
export class PagePadding {
  #undo: () => void = () => undefined

  constructor(private readonly element: Element) {}

  show(place: PanelPlace | undefined): void {
    this.#undo()
    this.#undo = () => undefined
    if (!place) return
    const [name, unit] = SIDES[place.dock]
    const { style } = this.element.ownerDocument.documentElement
    const before = style.getPropertyValue(name)
    style.setProperty(name, `${place.size}${unit}`)
    this.#undo = () => style.setProperty(name, before)
  }
}
