import { escaped, htmlPage } from '../../../kernel/escape-html'
import type { LaneEvent } from './lanes'
import { spanOf } from './places'

const LANES = { program: 'Your program', service: 'Service', deliveries: 'Deliveries' } as const

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#616161;--bad:#b71c1c}
@media (prefers-color-scheme:dark){:root{--soft:#b0b0b0;--bad:#ff8a80}}
*{box-sizing:border-box}
html{background:Canvas;color:CanvasText}
body{margin:0 auto;max-width:80rem;padding:1rem;font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.3rem;margin:0 0 .25rem}
p,pre{margin:0 0 1rem;overflow-wrap:anywhere}
pre{font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;padding:.75rem;border-radius:.4rem;background:#8881}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{text-align:left;vertical-align:top;padding:.3rem .5rem;overflow-wrap:anywhere;border-left:1px solid var(--line)}
thead th{border-bottom:1px solid var(--line)}
tbody th{font:13px/1.6 ui-monospace,monospace;color:var(--soft);border-left:0}
th:first-child{width:5.5rem;border-left:0}
.struck{border-left:4px solid var(--bad)}
.struck strong{color:var(--bad)}
@media (max-width:40rem){body{padding:.5rem}
th,td{padding:.25rem;font-size:12px}
tbody th{font-size:11px}
th:first-child{width:3.4rem}}
`

/** A failure as one file with a lane for the program, the service and its deliveries: no scripts, no other files. */
export function lanesPage(complaint: string, lanes: readonly LaneEvent[], text: string): string {
  return htmlPage(
    'What exploring found',
    STYLE,
    `<main>
<h1>${escaped(complaint)}</h1>
${lanes.length > 0 ? tableOf(lanes) : ''}
<h2>The report</h2>
<pre>${escaped(text)}</pre>
</main>`,
  )
}

const tableOf = (lanes: readonly LaneEvent[]): string => {
  const names = Object.values(LANES).map((name) => `<th scope="col">${name}</th>`)
  const isTimed = lanes.some(({ after }) => after !== undefined)
  const order = isTimed ? 'virtual time' : 'real time, which differs from run to run'
  return `<p>What happened, in the order of ${order}. A red edge and a number mark the misfortunes of the plan.</p>
<table>
<thead><tr><th scope="col">${isTimed ? 'After' : 'No.'}</th>${names.join('')}</tr></thead>
<tbody>
${lanes.map(rowOf).join('\n')}
</tbody>
</table>`
}

function rowOf({ after, lane, text, misfortune, leftOut }: LaneEvent, at: number): string {
  const number = misfortune === undefined ? '' : `<strong>${misfortune}.</strong> `
  const cells = Object.keys(LANES).map((name) => {
    if (name !== lane) return '<td></td>'
    return `<td${misfortune === undefined ? '' : ' class="struck"'}>${number}${escaped(text)}</td>`
  })
  const rest = leftOut === undefined ? '' : `\n<tr><th></th><td colspan="3">… ${leftOut} left out</td></tr>`
  return `<tr><th scope="row">${after === undefined ? at + 1 : spanOf(after)}</th>${cells.join('')}</tr>${rest}`
}
