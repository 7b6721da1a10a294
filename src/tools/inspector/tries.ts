import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Go, Line } from './entries'
import { incremental } from './incremental'
import { entryLink, spanText } from './widgets'

const AGAIN = [408, 425, 429]

/** Tells whether clients try again after it. */
export const isFailure = ({ entry: { outcome, response } }: Line): boolean =>
  outcome === 'lost' ||
  outcome === 'aborted' ||
  (response?.status ?? 0) >= 500 ||
  AGAIN.includes(response?.status ?? 0)

interface Tries {
  /** Requests that may be tried again: by URL, then by what else makes them the same. */
  readonly open: Map<string, Map<string, Line[]>>
  readonly found: Map<number, readonly Line[]>
}

/** All tries of each request that was tried more than once, by the place of each try. */
export const triesOf = (): ((lines: readonly Line[]) => ReadonlyMap<number, readonly Line[]>) =>
  incremental(
    (): Tries => ({ open: new Map(), found: new Map() }),
    addTry,
    ({ found }) => found,
  )

function addTry({ open, found }: Tries, line: Line): void {
  const { request, sequence, idempotencyKey } = line.entry
  if (!request) return
  const isFailed = isFailure(line)
  const there = open.get(request.url)
  if (!there && !isFailed) return
  const name = `${request.method} ${idempotencyKey ?? ''} ${request.body ?? ''}`
  const tries = there?.get(name)
  // Nobody knows whether reads of one instant are tries or run beside one another.
  if (tries && request.method === 'GET' && tries.at(-1)?.entry.at === line.entry.at) return
  if (tries) {
    tries.push(line)
    for (const { entry } of tries.length === 2 ? tries : [line]) found.set(entry.sequence, tries)
    if (!isFailed) there?.delete(name)
    if (there?.size === 0) open.delete(request.url)
  } else if (isFailed) {
    if (there) there.set(name, [line])
    else open.set(request.url, new Map([[name, [line]]]))
  }
  if (tries && isFailed) found.set(sequence, tries)
}

/** The time that the client waited before a try. */
export const pauseBefore = (tries: readonly Line[], line: Line): number | undefined => {
  const before = tries[tries.indexOf(line) - 1]
  return before && Date.parse(line.entry.at) - Date.parse(before.entry.at)
}

/** Such as `after 30 s`. */
export const waitedText = (pause: number): string => (pause === 0 ? 'at once' : `after ${spanText(pause)}`)

/** The tries of one request, with the pauses of its client as bars. */
export function triesList(tries: readonly Line[] | undefined, go: Go): TemplateResult | typeof nothing {
  if (!tries) return nothing
  const pauses = tries.map((line) => pauseBefore(tries, line) ?? 0)
  const longest = Math.max(1, ...pauses)
  return html`<h3>Tries of this request</h3>
    <ol class="links tries" aria-label="Tries">
      ${tries.map(
        (line, at) =>
          html`<li>
            ${
              at > 0
                ? html`<span class="pause" .style=${`width:${(20 * (pauses[at] ?? 0)) / longest}%`}></span>
                    <span class="quiet">${waitedText(pauses[at] ?? 0)}</span>`
                : nothing
            }
            ${entryLink(line, go)}
          </li>`,
      )}
    </ol>`
}
