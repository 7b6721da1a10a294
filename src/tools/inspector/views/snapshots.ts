import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WorldDiff } from '../../../index'
import type { Line } from '../entries'
import type { Moment } from '../port'
import { goBackTo, undoably } from '../undone'
import type { View, ViewContext } from '../view'
import { button, instantElement, instantText, submitted, valueIn } from '../widgets'
import { differences } from '../world-differences'

interface Snapshot {
  readonly id: string | number
  readonly name: string
  readonly at: string
}

/** A place of the slider. */
interface Stop {
  readonly at: string
  readonly name: string
  readonly path: string
  readonly before?: number
}

const inSnapshot = (name: string): string => `in the snapshot ${name}`

/** The moments between changes and the snapshots, by their time. */
const stopsOf = (snapshots: readonly Snapshot[], moments: readonly Moment[]): readonly Stop[] =>
  [
    ...snapshots.map(({ id, name, at }) => ({
      at,
      name: inSnapshot(name),
      path: `/snapshots/${id}/restore`,
    })),
    ...moments.map(({ after, at }) => ({
      at,
      name: after === 0 ? 'at first' : `after #${after}`,
      path: '/moments/restore',
      before: after + 1,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))

const NONE = 'There is no snapshot yet. Take one, and you can come back to this moment.'

const NONE_THEN = 'No snapshot is of this time.'

/** Named states of the world; going to one, back or forth, erases no other. */
export function snapshotsView(context: ViewContext): View {
  const { controls, timeline, range, attempt, send, tell, update, go: show } = context
  let snapshots: readonly Snapshot[] = []
  let compared: Compared | undefined
  /** The snapshots that are chosen to be compared; by themselves the newest one, and now. */
  const picked = { Before: '', After: '' }
  let comparing: ReturnType<typeof pairOf> | undefined
  /** The world in which they were compared. */
  let known = ''
  /** The one that a link compares with now. */
  let wanted: string | undefined
  let moments: readonly Moment[] = []
  let chosen: number | undefined
  let isAsking = false
  let lastChange: Line | undefined
  const take = (event: Event): Promise<void> => {
    const { form, fields } = submitted(event)
    const { name = '' } = fields
    return attempt(async () => {
      const taken = await controls.send<Snapshot>('POST', '/snapshots', name === '' ? {} : { name })
      form.reset()
      tell(`${taken.name} is taken.`)
    })
  }
  /** There is no way back from these. */
  const forGood = (method: 'POST' | 'DELETE', path: string, done: string): Promise<void> =>
    attempt(async () => {
      await controls.send(method, path)
      tell(done)
    })
  const reset = (): Promise<void> => {
    isAsking = false
    return forGood('POST', '/reset', 'The world is as it was at first.')
  }
  const ask = (is: boolean): void => {
    isAsking = is
    update()
  }
  const stops = (): readonly Stop[] => stopsOf(snapshots, moments).filter(({ at }) => range.holds(at))
  /** The slider stays at what was chosen if nothing leads there. */
  const travelling: ViewContext = {
    ...context,
    attempt: (work) =>
      attempt(async () => {
        await work()
        chosen = undefined
      }),
  }
  const travel = ({ path, name, before }: Stop): Promise<void> =>
    before === undefined
      ? undoably(travelling, async () => {
          await controls.send('POST', path)
          return `The world is as it was ${name}.`
        })
      : goBackTo(travelling, { before })
  const slider = (): TemplateResult => {
    const all = stops()
    const here = all.findIndex((stop) => isAt(stop, lastChange))
    const at = Math.min(chosen ?? (here < 0 ? all.length - 1 : here), all.length - 1)
    const stop = all[at]
    return html`<div class="bar slider">
      <label class="wide">Go to <input type="range" min="0" max=${all.length - 1} .value=${String(at)}
        aria-valuetext=${stop ? `${instantText(stop.at)}, ${stop.name}` : ''}
        @input=${(event: Event) => {
          chosen = Number(valueIn(event))
          update()
        }} /></label>
      ${stop ? html`<span>${instantElement(stop.at)}, ${stop.name}</span>` : nothing}
      ${stop ? button('Go there', () => travel(stop), { isDisabled: at === here }) : nothing}
      ${at === here ? html`<span class="quiet">where the world is</span>` : nothing}
    </div>`
  }
  const begin = (): void => {
    comparing = pairOf(snapshots, picked)
    known = ''
  }
  /** Anew after a restore and a reset, and when snapshots come or go. Other changes do not cost so much. */
  async function compare(): Promise<void> {
    const [from, to] = comparing ?? []
    if (!from) return
    const restores = (await timeline.lines()).filter(({ entry }) => entry.move === 'restore')
    const world = JSON.stringify([snapshots, timeline.world, restores.at(-1)?.entry])
    if (world === known) return
    known = world
    // After a reset another one may have its id.
    const areThere = [from, to].every((one) => !one || world.includes(JSON.stringify(one)))
    const path = `/snapshots/${from.id}/diff${to ? `?to=${to.id}` : ''}`
    const diff =
      areThere && (await controls.get<WorldDiff>(path).catch(({ message }: Error) => tell(message)))
    compared = diff ? { title: `Before: ${from.name}. After: ${to?.name ?? 'now'}.`, diff } : undefined
  }
  const choice = (title: keyof typeof picked, one: Snapshot | undefined): TemplateResult =>
    html`<label>${title} <select @change=${(event: Event) => {
      picked[title] = valueIn(event)
      // Nothing differs from itself.
      if (picked.Before === picked.After) picked[title === 'Before' ? 'After' : 'Before'] = ''
      update()
    }}>
      ${title === 'After' ? html`<option value="" .selected=${!one}>now</option>` : nothing} ${snapshots.map(
        (other) => html`<option value=${other.id} .selected=${other === one}>${other.name}</option>`,
      )}
    </select></label>`
  const comparison = (): TemplateResult => {
    const [from, to] = pairOf(snapshots, picked)
    return html`<form @submit=${(event: Event) => {
      event.preventDefault()
      begin()
      show('Snapshots', {})
    }}>
      ${choice('Before', from)} ${choice('After', to)}
      <button>Compare</button>
    </form>`
  }
  const close = (): void => {
    comparing = undefined
    compared = undefined
    update()
  }
  const card = ({ id, name, at }: Snapshot): TemplateResult =>
    html`<li>
      <strong>${name}</strong> <span class="quiet">${instantElement(at)}</span>
      <span class="bar">
        ${button(
          'Restore',
          () => send('POST', `/snapshots/${id}/restore`, `The world is as it was in ${name}.`),
          { label: `Restore ${name}` },
        )}
        ${button('Forget', () => forGood('DELETE', `/snapshots/${id}`, `${name} is forgotten.`), {
          label: `Forget ${name}`,
        })}
      </span>
    </li>`
  return {
    name: 'Snapshots',
    async load() {
      ;[snapshots, moments] = await Promise.all([
        controls.get<readonly Snapshot[]>('/snapshots'),
        controls.momentsSoFar(),
      ])
      lastChange = (await timeline.lines()).filter(({ entry }) => entry.changed !== false).at(-1)
      if (wanted !== undefined) {
        Object.assign(picked, { Before: wanted, After: '' })
        begin()
        wanted = undefined
      }
      await compare()
    },
    reveal({ compared: id }) {
      wanted = id === undefined ? undefined : String(id)
    },
    render: () =>
      html`<div class="bar apart">
          <form @submit=${take}>
            <label class="wide">Name <input name="name" placeholder="such as: before the storm" /></label>
            <button>Take</button>
          </form>
          ${snapshots.length > 0 ? comparison() : nothing}
          ${
            isAsking
              ? html`<span role="group" aria-label="Reset the world" class="bar">
                  <strong>Every change is lost, and the timeline.</strong>
                  <button type="button" class="danger" data-revealed @click=${reset}>Yes, reset</button>
                  ${button('No', () => ask(false))}
                </span>`
              : button('Reset the world', () => ask(true), { style: 'last danger' })
          }
        </div>
        ${stops().length > 1 ? slider() : nothing}
        <div class="split"><div class="scroll" tabindex="0" role="region" aria-label="Snapshots taken">
          <ul class="cards" aria-label="Snapshots">
            ${snapshots.filter(({ at }) => range.holds(at)).map(card)}
          </ul>
          ${
            snapshots.some(({ at }) => range.holds(at))
              ? ''
              : html`<p class="empty">${range.current ? NONE_THEN : NONE}</p>`
          }
        </div>${compared ? differences(compared, show, close) : nothing}</div>`,
  }
}

/** The two that are compared: by themselves the newest one that is older than the other. */
function pairOf(
  snapshots: readonly Snapshot[],
  { Before, After }: Readonly<Record<'Before' | 'After', string>>,
): readonly [from: Snapshot | undefined, to: Snapshot | undefined] {
  const named = (wanted: string) => snapshots.find(({ id }) => String(id) === wanted)
  const to = named(After)
  const older = to ? snapshots.slice(0, snapshots.indexOf(to)) : snapshots
  return [named(Before) ?? older.at(-1) ?? snapshots.find((one) => one !== to), to]
}

/** Tells whether the last change was a restore that led to this state. */
function isAt({ name, before }: Stop, lastChange: Line | undefined): boolean {
  if (lastChange?.entry.move !== 'restore') return false
  const { after, snapshot } = lastChange.entry
  return snapshot === undefined ? before === Number(after) + 1 : name === inSnapshot(String(snapshot))
}

type Compared = Parameters<typeof differences>[0]
