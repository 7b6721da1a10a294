import { escaped, htmlPage } from '../../kernel/escape-html'
import type { TimelineEntry } from './timeline-entry'
import { hasKeysToTell, lineOf, numbered } from './timeline-text'

/** The kinds of entries with their colours on a light and on a dark background. */
const KINDS = {
  request: '#1565c0,#90caf9',
  delivery: '#6a1b9a,#ce93d8',
  clock: '#757575,#bdbdbd',
  step: '#ad5b00,#ffcc80',
  write: '#00695c,#80cbc4',
  work: '#4e5d00,#dce775',
  webhook: '#880e4f,#f48fb1',
}

const STYLE = `
:root{color-scheme:light dark;--soft:light-dark(#616161,#b0b0b0)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:90rem;padding:1.5rem;font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.3rem;margin:0 0 .25rem}
h2{font-size:1rem;margin:1.5rem 0 .25rem;position:sticky;top:0;background:Canvas;padding:.25rem 0}
p{color:var(--soft);margin:0 0 1rem}
fieldset{border:0;padding:0;margin:0 0 1rem;display:flex;gap:1rem;flex-wrap:wrap}
ol{list-style:none;margin:0;padding:0}
li{border-top:1px solid #8883}
summary{display:grid;grid-template-columns:7rem 5.5rem minmax(12rem,28rem) 4.5rem 1fr;gap:.75rem;
padding:.35rem .25rem;
align-items:baseline;cursor:pointer;list-style:none}
summary:hover{background:#8881}
time,code,pre{font:13px/1.5 ui-monospace,monospace}
time{color:var(--soft)}
.kind{font-size:.75rem;border:1px solid currentColor;border-radius:1rem;padding:0 .5rem;justify-self:start}
.what,.why,pre{overflow-wrap:anywhere}
.why{color:var(--soft)}
.bad .outcome{color:light-dark(#c62828,#ff8a80);font-weight:600}
.good .outcome{color:light-dark(#2e7d32,#a5d6a7)}
pre{margin:0 .25rem .75rem;padding:.75rem;border-radius:.4rem;background:#8881;overflow:auto;max-height:30rem;
white-space:pre-wrap}
@media (max-width:50rem){summary{grid-template-columns:6.5rem 1fr 4rem}
.why,.what{grid-column:1/-1}
}
${Object.entries(KINDS)
  .map(
    ([kind, colours]) =>
      `.${kind} .kind{color:light-dark(${colours})}
body:has(#show-${kind}:not(:checked)) .${kind}{display:none}`,
  )
  .join('\n')}
`

/** The timeline as one HTML file, without scripts or further files. `masked` hides secrets. */
export function timelinePage(entries: readonly TimelineEntry[], masked: (text: string) => string): string {
  const [first, last] = [entries[0], entries.at(-1)]
  const hasKeys = hasKeysToTell(entries)
  const span = first && last ? `${first.at} to ${last.at}` : 'nothing happened so far'
  return htmlPage(
    'Timeline of accounting-simulator',
    STYLE,
    `<h1>Timeline</h1>
<p>${entries.length} ${entries.length === 1 ? 'event' : 'events'}, ${escaped(span)}. Open a line for its details.</p>
<fieldset><legend hidden>Kinds that are shown</legend>${Object.keys(KINDS).map(choiceOf(entries)).join('')}</fieldset>
${days(entries)
  .map(
    ([date, ofDay]) =>
      `<h2>${escaped(date)}</h2>\n<ol>\n${ofDay.map((entry) => line(entry, hasKeys, masked)).join('\n')}\n</ol>`,
  )
  .join('\n')}`,
  )
}

const choiceOf =
  (entries: readonly TimelineEntry[]) =>
  (kind: string): string => {
    const count = entries.filter((entry) => entry.kind === kind).length
    return `<label><input type="checkbox" id="show-${kind}" checked> ${kind} (${count})</label>`
  }

function days(entries: readonly TimelineEntry[]): [string, TimelineEntry[]][] {
  const found: [string, TimelineEntry[]][] = []
  for (const entry of entries) {
    const date = entry.at.slice(0, 10)
    const day = found.at(-1)
    if (day?.[0] === date) day[1].push(entry)
    else found.push([date, [entry]])
  }
  return found
}

function line(entry: TimelineEntry, hasKeys: boolean, masked: (text: string) => string): string {
  const { what, outcome, isWell, why } = lineOf(entry, hasKeys)
  const shown = (text: string): string => escaped(masked(text))
  const cells =
    `<time datetime="${escaped(entry.at)}">${escaped(entry.at.slice(11, -1))}</time>` +
    `<span class="kind">${entry.kind}</span><code class="what">${numbered(entry.sequence)} ${shown(what)}</code>` +
    `<span class="outcome">${shown(outcome)}</span><span class="why">${shown(why)}</span>`
  const { sequence: _, at: __, kind: ___, ...details } = entry
  const json = shown(JSON.stringify(details, null, 2))
  const looks = `${entry.kind} ${isWell ? 'good' : 'bad'}`
  const opened = `<details><summary>${cells}</summary><pre>${json}</pre></details>`
  return `<li class="${looks}">${opened}</li>`
}
