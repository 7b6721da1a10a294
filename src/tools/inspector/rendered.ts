import { Directive, directive, type ElementPart } from 'lit/directive.js'
import { noChange } from 'lit/html.js'

class Rendered extends Directive {
  render(_: (element: Element) => void): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, [call]: [(element: Element) => void]): typeof noChange {
    call(element)
    return noChange
  }
}

/**
 * Calls back with the element at each rendering. The ref of lit brings thrice as much. Styles need none: the property
 * `style` takes a text, which every Content-Security-Policy allows, and an attribute is what a strict one forbids.
 */
export const rendered = directive(Rendered)

const watched = new WeakSet<Element>()

/** Calls back with the element when it is there, and whenever its size is another one. */
export const resized = (act: (element: Element) => void) =>
  rendered((element) => {
    if (watched.has(element)) return
    watched.add(element)
    new ResizeObserver(() => act(element)).observe(element)
  })
