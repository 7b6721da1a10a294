import { escaped, htmlPage } from '../kernel/escape-html'
import type { CoverageDimension, NeverMetRow } from '../tools/coverage/met-rows'
import type { CoverageReport } from '../tools/coverage/report'
import { percentOf, redText } from '../tools/coverage/report-text'
import {
  groupsOf,
  isSurvivor,
  type JudgedMutant,
  judgedName,
  type MutateReport,
  namedNotJudged,
  reasonOf,
} from './mutate/report'

export interface SuiteReports {
  readonly coverage?: CoverageReport | undefined
  readonly mutate?: MutateReport
}

const TITLE = 'What these tests are worth'

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#5c5c5c;--bad:#b71c1c;--good:#2e7d32}
@media (prefers-color-scheme:dark){:root{--soft:#b5b5b5;--bad:#ff8a80;--good:#a5d6a7}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
p{margin:.25rem 0}
ul,ol{margin:.25rem 0;padding-left:1.25rem}
li{margin:.5rem 0}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{margin:.35rem 0;padding:.6rem;border-radius:.4rem;background:#8881;white-space:pre-wrap}
.soft{color:var(--soft)}
.bad{color:var(--bad)}
.good{color:var(--good)}
details{border-top:1px solid var(--line);padding:.4rem 0}
summary{cursor:pointer;display:flex;gap:.5rem .75rem;align-items:center;flex-wrap:wrap}
summary:has(.count){flex-wrap:nowrap}
summary b{min-width:8rem}
summary b.count{min-width:2rem}
meter{width:8rem;flex:none}
`

/** One page tells what the tests of a suite have met, and what they would notice: no scripts, no other files. */
export function suitePage({ coverage, mutate }: SuiteReports): string {
  const parts = [...(mutate ? mutants(mutate) : []), ...(coverage ? met(coverage) : [])]
  return htmlPage(TITLE, STYLE, `<h1>${TITLE}</h1>\n${parts.join('\n')}`)
}

const list = (items: readonly string[], tag: 'ul' | 'ol' = 'ul'): string =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join('\n')}</${tag}>`
const pasted = (line: string): string => `<pre>${escaped(line)}</pre>`
const soft = (text: string): string => `<p class="soft">${escaped(text)}</p>`

function mutants(report: MutateReport): string[] {
  const { headline, suite, found, of, unplayed, mutants: all } = report
  const sections = groupsOf(all).map(([heading, those]) => {
    const isOpen = those.some(isSurvivor)
    const title = `<summary><b class="count">${those.length}</b><span>${escaped(heading)}</span></summary>`
    return `<details${isOpen ? ' open' : ''}>${title}${list(those.map(isOpen ? survivor : other))}</details>`
  })
  const left = [
    ...suite.unstable.map((name) => `"${name}" fails now and then without a mutant`),
    ...namedNotJudged(report),
  ]
  return [
    '<h2>What they would notice</h2>',
    `<p class="${of > 0 && found === of && unplayed === 0 ? 'good' : 'bad'}">${escaped(headline)}</p>`,
    ...sections,
    ...(left.length > 0 ? [`<h3>Not judged</h3>${list(left.map(escaped))}`] : []),
  ]
}

function survivor(one: JudgedMutant): string {
  const { meaning, add, addTo, addAt = '', advice, again } = one
  const line = add === undefined ? soft(`No line was found that finds it; write ${advice}.`) : pasted(add)
  const test = addTo === undefined ? '' : soft(`in "${addTo}" ${addAt}`)
  return `<code>${escaped(judgedName(one))}</code><p>${escaped(meaning)}</p>${line}${test}
<p class="soft">alone: <code>${escaped(again)}</code></p>`
}

function other(one: JudgedMutant): string {
  const why = reasonOf(one)
  return `<code>${escaped(judgedName(one))}</code>${why === '' ? '' : ` <span class="soft">${escaped(why)}</span>`}`
}

function met(report: CoverageReport): string[] {
  const { missing, dimensions, operations, unused, notCounted } = report
  const red = redText(report)
  const called = operations.map(({ operation, statuses }) => {
    const answers = Object.entries(statuses).map(([status, times]) => `${status} ×${times}`)
    return `<code>${escaped(operation)}</code> ${escaped(answers.join(', '))}`
  })
  return [
    '<h2>What they have met</h2>',
    ...(red === undefined ? [] : [`<p class="bad">${escaped(red)}</p>`]),
    ...(missing.length > 0
      ? [`<h3>The most valuable missing tests</h3>${list(missing.map(missingTest), 'ol')}`]
      : []),
    ...dimensions.map(dimension),
    `<details><summary><b>operations</b> ${operations.length} called; ${unused} were never called</summary>
${list(called)}</details>`,
    ...(notCounted.length > 0 ? [`<h3>Not counted</h3>${list(notCounted.map(escaped))}`] : []),
  ]
}

const missingTest = ({ operation, text, rank, paste, near, nearAt = '' }: NeverMetRow): string =>
  `<code>${escaped(operation)}</code>: ${escaped(text)}. <span class="soft">In production: ${rank}.</span>
${pasted(paste)}${near === null ? '' : soft(`nearest test: ${near} ${nearAt}`)}`

function dimension({ name, met: found, never, optional, of }: CoverageDimension): string {
  if (of === 0) return `<details><summary><b>${name}</b> nothing to meet</summary></details>`
  const share = percentOf({ met: found, of })
  const bar = `<meter min="0" max="100" value="${share}">${share} %</meter>`
  const rows = [
    ...never.map(
      ({ operation, anyOperation, text, rank, paste }) =>
        `<span class="bad">never</span>, ${rank}: ${escaped(anyOperation ? text : `${operation}: ${text}`)}` +
        pasted(paste),
    ),
    ...optional.map(
      ({ operation, anyOperation, text, onlyIf, paste }) =>
        `not counted: ${escaped(anyOperation ? text : `${operation}: ${text}`)}; ` +
        `only if ${escaped(onlyIf ?? '')}${pasted(paste)}`,
    ),
    ...found.map(
      ({ operation, what, by, isByFailed }) =>
        `${isByFailed ? '<span class="bad">met by a test that failed' : '<span class="good">met'}</span>: ` +
        `${escaped(`${operation}: ${what}`)}${by === null ? '' : soft(`by ${by}`)}`,
    ),
  ]
  return `<details><summary><b>${name}</b> ${bar} ${found.length} of ${of} met (${share} %)</summary>
${list(rows)}</details>`
}
