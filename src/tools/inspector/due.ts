import { html, type TemplateResult } from 'lit/html.js'
import type { Pending } from '../..'
import type { Controls } from './port'
import { partyOf, type RecordJson, type RecordType } from './record-columns'
import { recordName } from './record-name'
import { undoably } from './undone'
import type { ViewContext } from './view'
import { button, instantElement, instantText, link } from './widgets'

/** Moves time, and tells where it stands then. */
export const clockMoves =
  (context: ViewContext) =>
  (path: 'advance' | 'advance-to' | 'next', body: object = {}): Promise<void> =>
    undoably(context, async () => {
      const { to, fired } = await context.controls.send<{ to: string; fired: readonly unknown[] }>(
        'POST',
        `/clock/${path}`,
        body,
      )
      const things = fired.length === 1 ? 'thing was' : 'things were'
      return `It is ${instantText(to)}. ${fired.length} ${things} due on the way.`
    })

/** The names of records that things are due for, such as `Recurring invoice 1, Support Cedar`. Each is read once. */
export function dueNames(controls: Controls) {
  const names = new Map<string, string | undefined>()
  const nameOf = ({ subject, id }: Pick<Pending, 'subject' | 'id'>): string => {
    const name = names.get(`${subject} ${id}`)
    return `${recordName({ type: subject, id })}${name ? `, ${name}` : ''}`
  }
  return {
    of: nameOf,
    async read(due: readonly Pending[], types: readonly Pick<RecordType, 'name'>[]): Promise<void> {
      for (const { subject, id } of due) {
        const key = `${subject} ${id}`
        if (names.has(key) || !types.some(({ name }) => name === subject)) continue
        const record = await controls.find<RecordJson>(`/records/${subject}/${id}`)
        names.set(key, record && partyOf(record))
      }
    },
  }
}

/** The things that are scheduled, each with a button that moves time until there. */
export const dueTable = (
  name: string,
  due: readonly Pending[],
  types: readonly { readonly name: string }[],
  {
    move,
    go,
    nameOf,
  }: {
    readonly move: ReturnType<typeof clockMoves>
    readonly go: ViewContext['go']
    readonly nameOf: ReturnType<typeof dueNames>['of']
  },
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
                  ? link(nameOf({ subject, id }), () => go('Records', { record: { type: subject, id } }))
                  : `${subject} ${id}`
              }
            </td>
            <td class="actions">
              ${button('Run until here', () => move('advance-to', { instant }))}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`

export const CLOCK_STEPS = {
  '+1 minute': '1 minute',
  '+1 hour': '1 hour',
  '+1 day': '1 day',
  '+30 days': '30 days',
} as const

/** The first instant after the month. */
export const monthEnd = (now: string): string =>
  new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 1)).toISOString()
