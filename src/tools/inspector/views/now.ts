import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { pageTime } from '../../../host-time/page-time'
import type { BrokenInvariant, Pending } from '../../../index'
import { grouped } from '../amounts'
import {
  type Attention,
  attentionOf,
  isFailedRequest,
  isUnmet,
  keyOf,
  type Looked,
  type WaitingRecord,
} from '../attention'
import { clockMoves, dueNames, dueTable } from '../due'
import { activate } from '../endpoints'
import type { Line, RecordLink } from '../entries'
import { FirstSteps } from '../first-steps'
import { memoizeLast } from '../incremental'
import type { Controls } from '../port'
import type { RecordJson, RecordType } from '../record-columns'
import { recordName } from '../record-name'
import { daysOf, latestRows, rowOf } from '../timeline-row'
import { triesOf } from '../tries'
import { keptLines, undoneByRewinds } from '../undone'
import type { View, ViewContext } from '../view'
import { button, instantElement, link } from '../widgets'

const DUE_AT_MOST = 5
/** Records of one type beyond these are told by their number. */
const WAITING_AT_MOST = 5
/** Books that take longer are checked when somebody asks for it. */
const QUICK_CHECK_MILLISECONDS = 60

/** The start: what may need a person, what comes next, and how much has happened. */
export function nowView(context: ViewContext): View {
  const { controls, timeline, attempt, send, update, go } = context
  const move = clockMoves(context)
  const steps = new FirstSteps(context)
  const triesIn = triesOf()
  const undone = undoneByRewinds()
  const kept = keptLines(undone)
  let now = ''
  let kind = ''
  let due: readonly Pending[] = []
  let types: readonly RecordType[] = []
  const naming = dueNames(controls)
  let lines: readonly Line[] = []
  let webhooks: Looked['webhooks'] = []
  let faults: readonly (Looked['faults'][number] & { readonly from: string })[] = []
  let waiting: readonly WaitingRecord[] = []
  let notShown = 0
  let broken: readonly BrokenInvariant[] = []
  /** The latest entry when the books were checked. */
  let checked: number | undefined
  let isSlow = false
  let seen = 0
  const attention = memoizeLast((all: readonly Line[], ..._others: readonly unknown[]) =>
    attentionOf({
      lines: all,
      tries: triesIn(all),
      webhooks,
      waiting,
      // One of the earlier entries may have met it.
      faults: (timeline.missing ? [] : faults).map((one) => ({
        ...one,
        waits: one.hits === 0 && isUnmet(one.on, all, one.from, timeline.armed.get(one.id) ?? 0),
      })),
      broken,
      seen,
      forgotten: timeline.forgotten,
    }),
  )
  const counts = memoizeLast((all: readonly Line[]) => ({
    requests: all.filter(({ entry }) => entry.kind === 'request').length,
    errors: all.filter(isFailedRequest).length,
    deliveries: all.filter(({ entry }) => entry.kind === 'delivery').length,
    failed: all.filter(({ entry, tone }) => entry.kind === 'delivery' && tone === 'bad').length,
  }))
  const rowsOf = memoizeLast(latestRows)
  const isUnused = (): boolean => counts(lines).requests === 0 && !timeline.missing
  const latest = (): number => lines.at(-1)?.entry.sequence ?? 0

  async function check(): Promise<void> {
    const begin = pageTime.passed()
    broken = await controls.get<readonly BrokenInvariant[]>('/books/check')
    checked = latest()
    isSlow = pageTime.passed() - begin > QUICK_CHECK_MILLISECONDS
  }

  const approve = ({ type, id }: RecordLink): Promise<void> =>
    send('POST', `/records/${type}/${id}/actions/approve`, `${recordName({ type, id })} is approved.`)

  /** The buttons that enable a disabled webhook. */
  const activation = (uuid: string, missed: number): TemplateResult =>
    html`<span class="bar">${button('Activate', () => activate(context, uuid), { label: 'Activate this webhook' })}
      ${
        missed > 0
          ? button(`Activate and send ${grouped(missed)}`, () =>
              go('Webhooks', { webhook: uuid, verb: 'catchUp' }),
            )
          : nothing
      }</span>`

  const row = ({
    what,
    text,
    why,
    tab,
    subject,
    approvable,
    activable,
    missed = 0,
    isNews,
  }: Attention): TemplateResult =>
    html`<li tabindex="-1">
      <strong class=${isNews ? 'quiet' : 'odd'}>${what}</strong>
      <div>${link(text, () => go(tab, subject))} <span class="quiet">${why}</span></div>
      ${approvable ? button('Approve', () => approve(approvable), { label: `Approve ${text}` }) : nothing}
      ${activable && controls.organization === undefined ? activation(activable, missed) : nothing}
    </li>`

  const tile = (count: number, name: string, failed: number, filter: string): TemplateResult =>
    html`<button type="button" class="tile" @click=${() => go('Timeline', { filter })}>
      <strong>${timeline.missing ? '…' : grouped(count)}</strong> ${name}
      <span class=${failed > 0 ? 'bad' : 'quiet'}>${timeline.missing ? nothing : `${grouped(failed)} failed`}</span>
    </button>`

  /** Books that changed since they were checked are checked again when asked. */
  function books(): TemplateResult {
    const isStale = checked !== latest()
    const isBroken = broken.length > 0
    const verdict = isBroken ? 'do not hold' : 'hold'
    const tone = isBroken ? 'bad' : isStale ? 'quiet' : 'good'
    return html`<button type="button" class="tile" @click=${() =>
      isStale ? void attempt(check) : go('Trial balance')}>
      <strong>Books</strong> <span class=${tone}>${
        isStale ? `${isBroken ? 'did not hold' : 'held'} at #${checked}, check again` : verdict
      }</span>
    </button>`
  }

  function needed(): TemplateResult {
    // The first error of the latest entries may not be the first one.
    const all = attention(timeline.missing ? [] : kept(lines), waiting, broken, seen, timeline.forgotten)
    const hasErrors = all.some(({ tab }) => tab === 'Timeline')
    return html`<div class="title"><h2>Needs attention</h2>
        ${
          hasErrors
            ? button(
                'I have seen the errors',
                () => {
                  seen = latest()
                  update()
                },
                { style: 'small' },
              )
            : nothing
        }</div>
      <ul class="cards attention" aria-label="Needs attention">${
        // By what it is about, so that the focus goes to no other one when one goes away.
        repeat(all, keyOf, row)
      }</ul>
      ${
        timeline.forgotten > 0
          ? html`<p class="quiet">
              Forgotten entries: ${grouped(timeline.forgotten)}. They were cleared, or lie beyond the option traffic.
            </p>`
          : nothing
      }
      ${notShown > 0 ? html`<p class="quiet">${notShown} more records wait for approval.</p>` : nothing}
      ${all.length === 0 && !timeline.missing ? html`<p class="empty">Nothing needs attention.</p>` : nothing}`
  }

  return {
    name: 'Now',
    /** Time passes by itself on a live clock only. */
    get ticks() {
      return kind === 'live'
    },
    async load() {
      types = await controls.recordTypes()
      const [clock] = await Promise.all([
        controls.get<{ now: string; kind: string; pending: readonly Pending[] }>('/clock'),
        readWaiting(controls, types).then((all) => {
          ;({ waiting, notShown } = all)
        }),
        controls.get<typeof webhooks>('/webhooks/endpoints').then((all) => {
          webhooks = all
        }),
        controls.get<typeof faults>('/faults').then((all) => {
          faults = all
        }),
      ])
      now = clock.now
      kind = clock.kind
      due = clock.pending
      await naming.read(due.slice(0, DUE_AT_MOST), types)
      const before = latest()
      lines = await timeline.lines()
      if (isUnused()) await steps.load()
      if (latest() < seen) seen = 0
      if (latest() < before) timeline.armed.clear()
      // New faults were not there when the entries were read before.
      for (const { id } of faults) if (!timeline.armed.has(id)) timeline.armed.set(id, before)
      if (checked === undefined || (checked !== latest() && !isSlow)) await check()
    },
    render(): TemplateResult {
      const { requests, errors, deliveries, failed } = counts(kept(lines))
      return html`<div class="now-page scroll" tabindex="0" role="region" aria-label="State of the world">
        <div class="tiles" role="group" aria-label="So far">
          ${tile(requests, 'requests', errors, 'kind:request')}
          ${tile(deliveries, 'attempts to deliver', failed, 'kind:delivery')} ${books()}
        </div>
        ${isUnused() ? steps.render() : nothing}
        <div>${needed()}
          <div class="title"><h2>${instantElement(now)}</h2> ${link('Clock', () => go('Clock'))}</div>
          ${dueTable('Next things due', due.slice(0, DUE_AT_MOST), types, { move, go, nameOf: naming.of })}
          <p class="quiet">${
            due.length === 0
              ? 'Nothing is scheduled.'
              : due.length > DUE_AT_MOST
                ? `and ${due.length - DUE_AT_MOST} more`
                : nothing
          }</p>
        </div>
        ${lines.length > 0 ? latestEntries(rowsOf(lines), undone(lines), context) : nothing}
      </div>`
    },
  }
}

/** The records that wait for approval, the first of each type, and the number of the others. */
async function readWaiting(
  controls: Controls,
  types: readonly RecordType[],
): Promise<{ readonly waiting: readonly WaitingRecord[]; readonly notShown: number }> {
  const known = await controls.get<Readonly<Record<string, { readonly pending: number }>>>('/record-counts')
  const pending = types.filter(({ name }) => (known[name]?.pending ?? 0) > 0)
  const found = await Promise.all(
    pending.map(async ({ name, identifier }) => {
      const path = `/records/${name}?approval_status=pending&limit=${WAITING_AT_MOST}`
      const { items } = await controls.get<{ items: readonly RecordJson[] }>(path)
      return items.map((record) => ({ name: { type: name, id: Number(record[identifier]) }, record }))
    }),
  )
  const waiting = found.flat()
  return {
    waiting,
    notShown: pending.reduce((sum, { name }) => sum + (known[name]?.pending ?? 0), -waiting.length),
  }
}

/** As in the timeline, the latest first. */
function latestEntries(
  { rows, earlier }: ReturnType<typeof latestRows>,
  isUndone: (sequence: number) => boolean,
  { timeline, go }: ViewContext,
): TemplateResult {
  const days = new Map(daysOf(rows).map(({ at, text }) => [at, text]))
  return html`<div class="latest-part"><h2>Latest entries</h2>
    <ul class="latest" aria-label="Latest entries">${rows.map((line, at) => {
      const number = (line.repeats?.at(-1) ?? line).entry.sequence
      return html`<li>${days.has(at) ? html`<div class="head">${days.get(at)}</div>` : nothing}
          <button type="button" class="row" title="#${number}" @click=${() => go('Timeline', { entry: number })}>
          <span class="hidden">#${number}</span>
          ${rowOf(line, { number, isUndone: isUndone(line.entry.sequence) })}</button></li>`
    })}
    ${earlier > 0 && !timeline.missing ? html`<li class="quiet">and ${grouped(earlier)} earlier</li>` : nothing}
    </ul></div>`
}
