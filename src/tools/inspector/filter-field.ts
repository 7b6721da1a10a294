import { html, nothing, type TemplateResult } from 'lit/html.js'
import { FILTER_FIELDS, type Filterable, timelineFilter } from '../../events/filter/timeline-filter'
import { pageTime } from '../../host-time/page-time'
import { grouped } from './amounts'
import { ENTRY_KINDS, type Line, type Tone } from './entries'
import {
  askedValue,
  fieldCounts,
  holdsTerms,
  quotedValue,
  suggestionsFor,
  termsOf,
  toggled,
  withoutEndings,
} from './filter-terms'
import { incremental, memoizeLast } from './incremental'
import { undoneByRewinds } from './undone'
import { button, listenerOf, valueIn } from './widgets'

/** Filters that many want. */
const CHIPS = {
  errors: 'status>=400|outcome:lost|aborted|refused|unmet|retry|stop|skipped|disabled',
  writes: 'method:POST|PUT|PATCH|DELETE|kind:write|work',
  'last hour': 'at>-1h',
} as const

/** Somebody who goes on typing is not told that the half of a term is wrong. */
const TYPING_MILLISECONDS = 700

export interface FilterField {
  /** Another function after each change of the text. */
  readonly matches: (entry: Filterable) => boolean
  /** The field, with what is wrong with its text below it. */
  render(lines: readonly Line[]): TemplateResult
  /** Filters to press, with how many entries fit. Each writes its terms into the field. */
  chips(lines: readonly Line[]): TemplateResult
  /** Tells why nothing matches: how many entries each term finds alone. */
  nothingFound(lines: readonly Line[]): TemplateResult
  set(text: string): void
}

/** The field for filters of the timeline (docs/timeline.md). A text that cannot be read leaves the last filter. */
export function filterField(update: () => void): FilterField {
  let text = ''
  let matches: FilterField['matches'] = () => true
  let problem = ''
  let isTyping = false
  let cancelPause: () => void = () => undefined
  /** The latest entry, from which `at>-1h` counts back. What was undone is later or of another past. */
  let latest = ''
  const undone = undoneByRewinds()
  let isUndone = undone([])
  const filterOf = (terms: string): FilterField['matches'] => {
    const fits = timelineFilter(terms, latest)
    return isRelative(terms) ? (entry) => !isUndone(entry.sequence) && fits(entry) : fits
  }
  /** A chip counts within the other terms of the filter. */
  const countsWithin = memoizeLast((terms: string, ..._now: unknown[]) => responseCounts(filterOf(terms)))
  const keysIn = fieldCounts('key')
  const kindsIn = fieldCounts('kind')
  const suggested = memoizeLast((typed: string, lines: readonly Line[]) =>
    suggestionsFor(typed, lines, FILTER_FIELDS),
  )

  function set(to: string): void {
    text = to
    problem = ''
    try {
      matches = filterOf(to)
    } catch (error) {
      problem = (error as Error).message
    }
    update()
  }

  function type(event: Event): void {
    isTyping = true
    cancelPause()
    cancelPause = pageTime.after(TYPING_MILLISECONDS, settle)
    set(valueIn(event))
  }

  /** Down goes into the list, unless it chooses a suggestion. */
  function toList(event: KeyboardEvent): void {
    const { parentNode } = listenerOf(event).closest('.toolbar') as Element
    const list = parentNode?.querySelector<HTMLElement>('.list')
    if (event.key !== 'ArrowDown' || parentNode?.querySelector('datalist option') || !list) return
    event.preventDefault()
    settle()
    list.focus()
  }

  function settle(): void {
    cancelPause()
    isTyping = false
    update()
  }

  /** A text that cannot be read is not gone on with. */
  const press = (terms: string): void => set(problem === '' ? toggled(text, terms) : terms)

  /** `at>-1h` moves on with the timeline. */
  function keepUp(lines: readonly Line[]): void {
    const [at, is] = [lines.at(-1)?.entry.at ?? '', undone(lines)]
    if (at === latest && is === isUndone) return
    latest = at
    isUndone = is
    if (problem === '' && isRelative(text)) matches = filterOf(text)
  }

  const chip = (name: string, terms: string, tone = ''): TemplateResult =>
    html`<button type="button" class="chip ${tone}" aria-pressed=${holdsTerms(text, terms)}
      @click=${() => press(terms)}>${name}</button>`

  /** Writes `field:value`, or takes it away. */
  const choose =
    (field: string) =>
    (event: Event): void => {
      const value = valueIn(event)
      const others = termsOf(problem === '' ? text : '').filter((term) => !term.startsWith(`${field}:`))
      set([...others, ...(value === '' ? [] : [`${field}:${quotedValue(value)}`])].join(' '))
    }

  const choice = (
    field: string,
    label: string,
    all: string,
    options: readonly (readonly [value: string, title: string])[],
  ): TemplateResult => {
    const asked = askedValue(text, field)
    const isTyped = asked !== '' && options.every(([value]) => value !== asked)
    return html`<select class="chip" aria-label=${label} .value=${asked} @change=${choose(field)}>
      <option value="">${all}</option>
      ${[...options, ...(isTyped ? [[asked, asked] as const] : [])].map(
        ([value, title]) => html`<option value=${value} .selected=${value === asked}>${title}</option>`,
      )}
    </select>`
  }

  return {
    get matches() {
      return matches
    },
    set,
    render(lines) {
      keepUp(lines)
      const isWrong = problem !== '' && !isTyping
      return html`<div class="filter">
        <input
          type="search"
          aria-label="Filter the timeline"
          aria-invalid=${isWrong}
          aria-describedby="filter-problem"
          list="filter-suggestions"
          placeholder="Filter: status>=400 -health"
          .value=${text}
          @input=${type}
          @change=${settle}
          @keydown=${toList}
        />
        <datalist id="filter-suggestions">
          ${
            isTyping
              ? suggested(text, lines).map(
                  (one) => html`<option value=${one.text} label=${`${one.text}  ${one.note}`}></option>`,
                )
              : nothing
          }
        </datalist>
        ${
          isWrong
            ? html`<p id="filter-problem" class="over bad" role="alert">${problem}
                <span class="quiet">Shown is what the text before found.</span></p>`
            : nothing
        }
      </div>`
    },
    chips(lines) {
      const kinds = new Map(kindsIn(lines))
      const keys = keysIn(lines)
      const asked = askedValue(text, 'status')
      const others = problem === '' ? withoutEndings(text) : ''
      // Each status of a class has a chip while the filter asks for the class, or for one of them.
      const counts = countsWithin(
        others,
        isRelative(others) ? latest : '',
        isRelative(others) && isUndone,
      )(lines).filter(({ of }) => of === undefined || (asked.length === 3 && asked[0] === of[0]))
      // One that is pressed can be pressed again, also where nothing has that status any more.
      const pressed = `kind:request status:${asked}`
      const isMissing = holdsTerms(text, pressed) && counts.every(({ name }) => name !== asked)
      return html`<div class="chips" role="group" aria-label="Filters to press">
        ${chip('errors', CHIPS.errors)}
        ${counts.map(({ name, tone, count, wanted }) => chip(`${name} ×${grouped(count)}`, wanted, tone))}
        ${isMissing ? chip(`${asked} ×0`, pressed) : nothing}
        ${chip('writes', CHIPS.writes)}
        ${choice(
          'kind',
          'Kind of entries',
          'Everything',
          Object.entries(ENTRY_KINDS).map(([kind, many]) => [
            kind,
            `${grouped(kinds.get(kind) ?? 0)} ${many}`,
          ]),
        )}
        ${
          keys.length < 2
            ? nothing
            : choice(
                'key',
                'Key',
                'All keys',
                keys.map(([key, count]) => [key, `${grouped(count)} ${key}`]),
              )
        }
        ${chip('last hour', CHIPS['last hour'])}
      </div>`
    },
    nothingFound(lines) {
      const terms = termsOf(text)
      const count = (term: string): number => {
        const fits = filterOf(term)
        return lines.filter(({ entry }) => fits(entry)).length
      }
      return html`<div class="empty">
        <p>Nothing matches.</p>
        ${
          problem === '' && terms.length > 1
            ? html`<ul class="links" aria-label="Terms alone">
                ${terms.map(
                  (term) =>
                    html`<li><code>${term}</code> <span class="quiet">alone: ${grouped(count(term))}</span></li>`,
                )}
              </ul>`
            : nothing
        }
        ${button('Clear the filter', () => set(''))}
      </div>`
    },
  }
}

const TONES: Readonly<Record<string, Tone>> = { '2': 'good', '4': 'odd', h: 'quiet', a: 'odd' }

interface Count {
  readonly name: string
  /** Of a single status, its class. */
  readonly of?: string
  readonly tone: Tone
  readonly count: number
  readonly wanted: string
}

/** Such a text means other entries as time passes. */
const isRelative = (text: string): boolean => /at[<>]=?-/.test(text)

/** Counts responses by class and by status, and requests without one by their outcome. */
const responseCounts = (fits: FilterField['matches']): ((lines: readonly Line[]) => readonly Count[]) =>
  incremental(
    () => new Map<string, number>(),
    (counts, { entry, outcome }) => {
      if (entry.kind !== 'request' || !fits(entry)) return
      const names = entry.response ? [`${outcome.slice(0, 1)}xx`, outcome] : [outcome]
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    (counts) =>
      [...counts]
        .map(([name, count]) => {
          const of = /^\d\d\d$/.test(name) ? `${name.slice(0, 1)}xx` : undefined
          const field = of || name.endsWith('xx') ? 'kind:request status' : 'outcome'
          return {
            name,
            count,
            ...(of && { of }),
            tone: TONES[name.slice(0, 1)] ?? 'bad',
            wanted: `${field}:${name}`,
          }
        })
        .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)),
  )

/** Single statuses stand behind their class. */
const placeOf = ({ name, of }: Count): string => (of ? `${of}${name}` : name)
