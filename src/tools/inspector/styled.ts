import { Directive, type DirectiveResult, directive, type ElementPart } from 'lit/directive.js'
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

/** Calls back with the element at each rendering. The ref of lit brings thrice as much. */
export const rendered = directive(Rendered)

/**
 * Sets styles of an element through its style object, which every Content-Security-Policy allows; the styleMap of lit
 * writes a style attribute at first, which a strict one forbids. An empty text takes a style away.
 */
export const styled = (styles: Readonly<Record<string, string>>): DirectiveResult =>
  rendered((element) => {
    for (const name in styles) (element as HTMLElement).style.setProperty(name, styles[name] ?? '')
  })
