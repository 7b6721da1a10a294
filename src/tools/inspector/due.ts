import { html, type TemplateResult } from 'lit/html.js'
import type { Pending } from '../../index'
import { instantElement, instantText } from './instants'
import { recordLink } from './links'
import type { ViewContext } from './view'

/** Something that is scheduled, as the controls give it (docs/controls.md). */
export type DueJson = Pending

interface Advance {
  readonly to: string
  readonly fired: readonly unknown[]
}

/** Moves time, and tells where it stands then. */
export const clockMoves =
  ({ controls, attempt, tell }: ViewContext) =>
  (path: 'advance' | 'advance-to' | 'next', body: object = {}): Promise<void> =>
    attempt(async () => {
      const { to, fired } = await controls.send<Advance>('POST', `/clock/${path}`, body)
      tell(
        `It is ${instantText(to)}. ${fired.length} ${fired.length === 1 ? 'thing was' : 'things were'} due on the way.`,
      )
    })

/** The things that are scheduled, each with a button that moves time until there. */
export const dueTable = (
  name: string,
  due: readonly DueJson[],
  types: readonly { readonly name: string }[],
  { move, go }: { readonly move: ReturnType<typeof clockMoves>; readonly go: ViewContext['go'] },
): TemplateResult =>
  html`<table aria-label=${name} class="stacks">
    <thead>
      <tr>
        <th scope="col">Due</th><th scope="col">What</th><th scope="col">Of</th>
        <th scope="col"><span class="hidden">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${due.map(
        ({ due: instant, kind, subject, id }) =>
          html`<tr>
            <td>${instantElement(instant)}</td><td>${kind}</td>
            <td data-name="of">
              ${
                types.some((type) => type.name === subject)
                  ? recordLink({ type: subject, id }, go)
                  : `${subject} ${id}`
              }
            </td>
            <td class="actions">
              <button type="button" @click=${() => move('advance-to', { instant })}>Run until here</button>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
