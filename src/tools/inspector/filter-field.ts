import { html, nothing, type TemplateResult } from 'lit/html.js'
import { type Filterable, timelineFilter } from '../../events/filter/timeline-filter'

/** Filters that many want. */
const CHIPS = {
  errors: 'status>=400|outcome:lost|aborted|refused|unmet|retry|stop|skipped|disabled',
  writes: 'method:POST|PUT|PATCH|DELETE|kind:write|work',
} as const

const HELP =
  'a b: both; a|b: either; -a: not; "two words"; #500; status>=400, status:5xx, method:POST, path:, route:, key:, ' +
  'idempotency:, kind:delivery, outcome:held, topic:, record:invoice/7, fault:any, rule:, at>=09:05'

export interface FilterField {
  /** Another function after each change of the text. */
  readonly matches: (entry: Filterable) => boolean
  render(): TemplateResult
  /** The fault of the text, for a line of its own. */
  problem(): TemplateResult | typeof nothing
  set(text: string): void
}

/** The field for filters of the timeline (docs/timeline.md). A text that cannot be read leaves the last filter. */
export function filterField(update: () => void): FilterField {
  let text = ''
  let matches = timelineFilter('')
  let problem = ''

  function set(to: string): void {
    text = to
    problem = ''
    try {
      matches = timelineFilter(to)
    } catch (error) {
      problem = (error as Error).message
    }
    update()
  }

  const chip = ([name, filter]: readonly [string, string]): TemplateResult =>
    html`<button type="button" aria-pressed=${text === filter} @click=${() => set(text === filter ? '' : filter)}>
      ${name}
    </button>`

  return {
    get matches() {
      return matches
    },
    render: () => html`<input
        type="search"
        aria-label="Filter the timeline"
        aria-invalid=${problem !== ''}
        aria-describedby="filter-problem"
        placeholder="Filter: status>=400 -health"
        title=${HELP}
        .value=${text}
        @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
      />
      ${Object.entries(CHIPS).map(chip)}`,
    problem: () =>
      problem === '' ? nothing : html`<p id="filter-problem" class="remark bad" role="alert">${problem}</p>`,
    set,
  }
}
