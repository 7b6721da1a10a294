import type { PanelPlace } from './place'

const SIDES = { bottom: ['padding-bottom', 'vh'], right: ['padding-right', 'vw'] } as const

/** Keeps the end of the page reachable while a docked panel covers it. */
export class PagePadding {
  #undo: () => void = () => undefined
  #shown: string | undefined

  constructor(private readonly element: Element) {}

  /** Called at each rendering; the page is styled anew only when the place is another one. */
  show(place: PanelPlace | undefined): void {
    const wanted = place && `${place.dock} ${place.size}`
    if (wanted === this.#shown) return
    this.#shown = wanted
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
