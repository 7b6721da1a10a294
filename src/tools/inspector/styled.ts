import { Directive, directive, type ElementPart } from 'lit/directive.js'
import { noChange } from 'lit/html.js'

type Styles = Readonly<Record<string, string>>

/**
 * Sets styles of an element through its style object, which every Content-Security-Policy allows. The styleMap of lit
 * writes a style attribute at first, which a strict one forbids.
 */
class Styled extends Directive {
  #names: readonly string[] = []

  render(_: Styles): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, [styles]: [Styles]): typeof noChange {
    const { style } = element as HTMLElement
    for (const name of this.#names) if (!(name in styles)) style.removeProperty(name)
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value)
    this.#names = Object.keys(styles)
    return noChange
  }
}

export const styled = directive(Styled)

class Rendered extends Directive {
  render(_: (element: Element) => void): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, [call]: [(element: Element) => void]): typeof noChange {
    call(element)
    return noChange
  }
}

/** Calls back with the element at each rendering. The ref of lit brings thrice as much. */
export const rendered = directive(Rendered)
