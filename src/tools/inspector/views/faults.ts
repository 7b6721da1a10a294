import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Line } from '../entries'
import { armNow, effectText, type FaultJson as Fault, FaultForm } from '../fault-form'
import { memoizeLast } from '../incremental'
import { undoably } from '../undone'
import type { View, ViewContext } from '../view'
import { button, entryLinks, instantElement } from '../widgets'

/** More that are over are folded, where others are armed. */
const OVER_AT_MOST = 2

const NONE = 'No fault was armed. One that is armed hits the next request that fits.'

/** Faults to arm and disarm, with the requests that they hit. */
export function faultsView(context: ViewContext): View {
  const { controls, timeline, range, update, go } = context
  let faults: readonly Fault[] = []
  let called: readonly string[] = []
  let lines: readonly Line[] = []
  let now = ''
  let revealed: number | undefined
  const hitsOf = memoizeLast((all: readonly Line[], _within: unknown) => hitsIn(range.of(all)))
  const arm = (fault: object): Promise<void> => armNow(context, fault)
  const form = new FaultForm(arm, update)
  /** Their rest can be armed again, unless only a program can say what they are. */
  const disarm = (path: string, done: string, some: readonly Fault[]): Promise<void> => {
    const given = some.flatMap((fault) => givenOf(fault) ?? [])
    return undoably(
      context,
      async () => {
        await controls.send('DELETE', path)
        return done
      },
      given.length === some.length &&
        (async () => {
          for (const one of given) await arm(one)
        }),
    )
  }

  const card = (fault: Fault): TemplateResult => {
    const { id, on, then, hits, remaining } = fault
    return html`<li class=${id === revealed ? 'revealed' : ''} tabindex="-1" ?data-revealed=${id === revealed}>
      <strong>${id}</strong>
      <div>
        <p><strong class=${remaining === 0 ? 'quiet' : 'odd'}>${effectText(then)}</strong> for <code>${on}</code>
        <span class="quiet">
          ${hits} ${hits === 1 ? 'hit' : 'hits'}${leftOf(fault)}${selectionText(fault)}${
            fault.from > now ? html`, from ${instantElement(fault.from)}` : ''
          }${fault.until === null ? '' : html`, until ${instantElement(fault.until)}`}
        </span></p>
        ${entryLinks('Hit', hitsOf(lines, range.current).get(id) ?? [], go)}
      </div>
      ${
        remaining === 0
          ? armAgain(fault)
          : button('Disarm', () => disarm(`/faults/${id}`, `Fault ${id} is disarmed.`, [fault]), {
              label: `Disarm fault ${id}`,
            })
      }
    </li>`
  }

  const armAgain = (fault: Fault): TemplateResult | typeof nothing => {
    const given = givenOf(fault)
    return given ? button('Arm again', () => arm(given), { label: `Arm again: fault ${fault.id}` }) : nothing
  }

  const armed = (): readonly Fault[] => faults.filter(({ remaining }) => remaining !== 0)

  /** Faults that are over stand below the armed ones. */
  function cards(): TemplateResult {
    const latest = [...faults].reverse()
    const first = [...armed()].reverse()
    const over = latest.filter(({ remaining }) => remaining === 0)
    const isFolded = over.length > OVER_AT_MOST && first.length > 0 && over.every(({ id }) => id !== revealed)
    const list = (name: string, some: readonly Fault[]): TemplateResult =>
      html`<ul class="cards numbered" aria-label=${name}>${some.map(card)}</ul>`
    return html`${list('Faults', isFolded ? first : [...first, ...over])}
      ${
        isFolded
          ? html`<details>
              <summary class="quiet">Over (${over.length})</summary>${list('Over', over)}
            </details>`
          : nothing
      }`
  }

  return {
    name: 'Faults',
    reveal({ fault, proposed }) {
      revealed = fault
      if (proposed) form.propose(proposed)
    },
    async load() {
      const [known, operations, clock] = await Promise.all([
        controls.get<readonly Fault[]>('/faults'),
        controls.get<Readonly<Record<string, number>>>('/traffic/operations'),
        controls.get<{ now: string }>(''),
      ])
      lines = known.length > 0 ? await timeline.lines() : []
      now = clock.now
      called = Object.keys(operations).sort()
      faults = known
    },
    render: () =>
      html`${form.render(called)}
        <div class="scroll" tabindex="0" role="region" aria-label="Faults and their hits">
          ${cards()}
          ${faults.length === 0 ? html`<p class="empty">${NONE}</p>` : ''}
          ${
            armed().length > 1
              ? html`<p>${button('Disarm all', () => disarm('/faults', 'Every fault is disarmed.', armed()))}</p>`
              : ''
          }
        </div>`,
  }
}

function hitsIn(lines: readonly Line[]): Map<number, Line[]> {
  const hits = new Map<number, Line[]>()
  for (const line of lines) {
    const { fault } = line.entry
    if (!fault) continue
    const known = hits.get(fault)
    if (known) known.push(line)
    else hits.set(fault, [line])
  }
  return hits
}

/** The patterns for faults that name none. */
const EVERYTHING: Readonly<Record<string, string>> = { 'every request': '', 'every delivery': 'DELIVERY *' }

/** The options that arm it again; undefined if a function chose the requests, or if only a program can say how many. */
function givenOf({ id, hits, remaining, from, until, on, ...selection }: Fault): object | undefined {
  const during = until && `${Date.parse(until) - Date.parse(from)} milliseconds`
  const { times, probability, when } = selection
  if ([on, when].includes('a predicate') || (times ?? during ?? probability) === null) return undefined
  const given = { ...selection, times: times && (remaining || times), during, on: EVERYTHING[on] ?? on }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''))
}

/** Null: as many as come. */
const leftOf = ({ remaining }: Fault): string => {
  if (remaining === null) return ', any number to come'
  return remaining === 0 ? ', over' : `, ${remaining} to come`
}

function selectionText({ skip, request, attempt, probability, when }: Fault): string {
  const texts = [
    probability !== null && `${Math.round(probability * 1000) / 10} % of those that fit`,
    skip > 0 && `lets ${skip} pass first`,
    request !== null && `only request ${request}`,
    attempt !== null && `only try ${attempt}`,
    when instanceof Object &&
      `while there are ${when.atLeast ?? 0} to ${when.atMost ?? 'any number of'} ${when.records}`,
  ].filter(Boolean)
  return texts.map((text) => `, ${text}`).join('')
}
