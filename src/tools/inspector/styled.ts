import { Directive, type DirectiveResult, directive, type ElementPart } from 'lit/directive.js'
import { noChange, render, type TemplateResult } from 'lit/html.js'

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

/** The key of a child, and what it shows. */
export type KeptChild = readonly [key: unknown, content: TemplateResult]

/**
 * Children of that name that stay with their keys, so that the focus and what is open go to no other one when some come
 * or go. The repeat of lit brings thrice as much.
 */
export function keptChildren(name: 'li' | 'tbody'): (all: readonly KeptChild[]) => DirectiveResult {
  let kept = new Map<unknown, HTMLElement>()
  return (all) =>
    rendered((parent) => {
      const next = new Map(all.map(([key]) => [key, kept.get(key) ?? document.createElement(name)]))
      for (const [key, child] of kept) if (!next.has(key)) child.remove()
      kept = next
      let before: Element | null = parent.querySelector('thead')
      for (const [key, content] of all) {
        const child = kept.get(key) as HTMLElement
        render(content, child)
        if (child.parentNode !== parent || child.previousElementSibling !== before)
          before ? before.after(child) : parent.prepend(child)
        before = child
      }
    })
}
