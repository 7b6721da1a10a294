import { html, type TemplateResult } from 'lit'
import type { View, ViewContext } from '../view'

interface Pending {
  readonly due: string
  readonly kind: string
  readonly subject: string
  readonly id: number
}

/** Rows beyond these are counted only. */
const PENDING_AT_MOST = 500

const NOTHING = 'Nothing is scheduled. Deliveries, recurrences and steps of scenarios appear here.'

/** How time moves, by the kind of the clock. */
const KINDS: Readonly<Record<string, string>> = {
  manual: 'It stands until somebody moves it.',
  live: 'It runs at real speed.',
  auto: 'It jumps ahead when a program waits for it.',
}

interface Advance {
  readonly from: string
  readonly to: string
  readonly fired: readonly unknown[]
}

/** The time, what is scheduled, and the buttons that move time. */
export function clockView({ controls, attempt, tell }: ViewContext): View {
  let now = ''
  let kind = ''
  let pending: readonly Pending[] = []

  const move = (path: string, body: object): Promise<void> =>
    attempt(async () => {
      const { to, fired } = await controls.send<Advance>('POST', path, body)
      tell(`It is ${to}. ${fired.length} ${fired.length === 1 ? 'thing was' : 'things were'} due on the way.`)
    })
  const textOf = (event: Event, name: string): string => {
    event.preventDefault()
    return String(new FormData(event.target as HTMLFormElement).get(name))
  }

  return {
    name: 'Clock',
    ticks: true,
    async load() {
      const clock = await controls.get<{ now: string; kind: string; pending: readonly Pending[] }>('/clock')
      now = clock.now
      kind = clock.kind
      pending = clock.pending
    },
    render(): TemplateResult {
      const more = pending.length - PENDING_AT_MOST
      return html`<div class="bar">
          <p class="now"><time datetime=${now}>${now}</time> UTC</p>
          <form @submit=${(event: Event) => move('/clock/advance', { duration: textOf(event, 'duration') })}>
            <label>Duration <input name="duration" value="5 minutes" required /></label>
            <button>Advance</button>
          </form>
          <button
            type="button"
            ?disabled=${pending.length === 0}
            @click=${() => move('/clock/next', {})}
          >
            Next thing due
          </button>
          <form @submit=${(event: Event) => move('/clock/advance-to', { instant: textOf(event, 'instant') })}>
            <label>Instant <input name="instant" placeholder="2026-02-01T00:00:00Z" required /></label>
            <button>Run until</button>
          </form>
          <span class="count" title=${KINDS[kind] ?? ''}>${kind} clock</span>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Scheduled">
          <table aria-label="Clock" class="stacks">
            <thead>
              <tr>
                <th scope="col">Due</th><th scope="col">What</th><th scope="col">Of</th>
                <th scope="col"><span class="hidden">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${pending.slice(0, PENDING_AT_MOST).map(
                ({ due, kind, subject, id }) =>
                  html`<tr>
                    <td>${due}</td><td>${kind}</td><td data-name="of">${subject} ${id}</td>
                    <td class="actions">
                      <button type="button" @click=${() => move('/clock/advance-to', { instant: due })}>
                        Run until here
                      </button>
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>
          ${pending.length === 0 ? html`<p class="empty">${NOTHING}</p>` : ''}
          ${more > 0 ? html`<p class="quiet">and ${more} more</p>` : ''}
        </div>`
    },
  }
}
