import { html, nothing, type TemplateResult } from 'lit'
import { type Filterable, timelineFilter } from '../../events/filter/timeline-filter'
import { instantText } from './instants'
import type { Range } from './ruler'

/** Filters that many want. */
const CHIPS = {
  errors: 'status>=400|outcome:lost|aborted|refused|unmet|retry|stop|skipped|disabled',
  writes: 'method:POST|PUT|PATCH|DELETE|kind:write|work',
} as const

const HELP =
  'a b: both; a|b: either; -a: not; "two words"; #500; status>=400, status:5xx, method:POST, path:, route:, key:, ' +
  'idempotency:, kind:delivery, outcome:held, topic:, record:invoice/7, fault:any, rule:, at>=09:05'

export interface Filter {
  matches(entry: Filterable): boolean
  render(): TemplateResult
  /** What is wrong with the text, for a line of its own. */
  problem(): TemplateResult | typeof nothing
  clear(): void
  /** Shows a part of the time, besides the text. */
  within(range: Range): void
  set(text: string): void
}

/** The field for filters of the timeline (docs/timeline.md). A text that cannot be read leaves the last filter. */
export function filterField(update: () => void): Filter {
  let text = ''
  let matches = timelineFilter('')
  let problem = ''
  let range: Range | undefined
  let isWithin = timelineFilter('')

  function within(to: Range | undefined): void {
    range = to
    isWithin = timelineFilter(to ? `at>=${to.from} at<=${to.to}` : '')
    update()
  }

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
    matches: (entry) => isWithin(entry) && matches(entry),
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
      ${Object.entries(CHIPS).map(chip)}
      ${
        range
          ? html`<button type="button" aria-pressed="true" title="Show all the time" @click=${() => within(undefined)}>
              ${instantText(range.from)} to ${instantText(range.to, range.from)} ✕
            </button>`
          : nothing
      }`,
    problem: () =>
      problem === '' ? nothing : html`<p id="filter-problem" class="told bad" role="alert">${problem}</p>`,
    clear() {
      range = undefined
      isWithin = timelineFilter('')
      set('')
    },
    within,
    set,
  }
}
