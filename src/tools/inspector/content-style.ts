/** A table whose rows are blocks, each cell with the name of its column. */
const BLOCKS = `
  &, & tbody { display: block; }
  & thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  & tr { display: flex; flex-wrap: wrap; gap: 2px 10px; padding: 6px 0;
    border-bottom: 1px solid var(--edge); }
  & td { max-width: 100%; padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere;
    text-align: left; }
  & td[data-name]::before { content: attr(data-name) ' '; color: var(--quiet); }`
const blocks = (table: string): string => BLOCKS.replaceAll('&', table)

/**
 * The style of what the views show. Tables have colour and font of their own, because a page in quirks mode, such as
 * a new window, hands them none. In a narrow panel a row with buttons becomes a block, so that nothing lies beyond
 * the edge.
 */
export const CONTENT_STYLE = `
.bar { flex: none; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.bar > .bar { flex: 0 1 auto; min-width: 0; }
.bar form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; min-width: 0; }
.bar form input { min-width: 0; } .bar form:has(.wide) { flex: 1 1 260px; max-width: 460px; }
.bar form .wide { flex: 1 1 0; min-width: 0; }
.bar input[type=search] { flex: 1 1 130px; max-width: 340px; min-width: 0; } .bar > select { max-width: 130px; }
input[type=number] { width: 72px; }
input[type=checkbox] { min-height: 0; margin: 0 6px 0 2px; vertical-align: middle; }
label { display: inline-flex; gap: 6px; align-items: center; max-width: 100%; }
label > select { min-width: 0; }
label.wide { flex: 1 1 260px; max-width: 420px; } label.wide input { flex: 1; min-width: 0; }
.count, .quiet, .empty, .key-name { color: var(--quiet); }
::placeholder { color: var(--quiet); opacity: 1; }
.now { margin: 0; font-weight: 600; }
.remark { margin: 0; flex: 1 1 300px; }
.toolbar { flex-wrap: nowrap; position: relative; }
.filter { flex: 1 1 150px; min-width: 120px; display: flex; }
.bar .filter input[type=search] { flex: 1; max-width: none; } input[aria-invalid=true] { border-color: var(--bad); }
.over, .menu > div { position: absolute; z-index: 3; top: calc(100% + 4px); width: max-content; max-width: 86vw;
  max-height: 50vh; overflow: auto; margin: 0; padding: 6px 10px; border: 1px solid var(--edge); border-radius: 6px;
  background: var(--ground); box-shadow: 0 2px 12px rgb(0 0 0 / 0.3); }
.over { left: 0; max-width: min(640px, 80vw); max-height: 9em; border-color: var(--bad); }
.chips { flex: 0 1 auto; min-width: 0; display: flex; gap: 6px; align-items: center; overflow-x: auto; padding: 3px;
  scrollbar-width: thin; }
.chip { flex: none; min-height: 24px; padding: 0 8px; border-radius: 999px; }
select.chip { max-width: 180px; padding: 0 2px 0 6px; }
.toolbar > :is(.selection, .icons) { flex: none; flex-wrap: nowrap; gap: 4px; }
.toolbar .count { flex: none; white-space: nowrap; }
.toolbar button { white-space: nowrap; }
.split { flex: 1; min-height: 0; display: flex; gap: 8px; }
.ruler { flex: none; } .ruler p { font-size: var(--small); gap: 0 8px; }
.strip { position: relative; height: 40px; border: 1px solid var(--edge); border-radius: 4px;
  background: var(--raised); cursor: crosshair; touch-action: none; overflow: hidden; }
.strip svg { display: block; width: 100%; height: 100%; }
.drawn-all { color: var(--edge); } .drawn-good { color: var(--good); } .drawn-odd { color: var(--odd); }
.drawn-bad, .drawn-undelivered { color: var(--bad); } .drawn-delivered { color: var(--kind-delivery); }
.drawn-back { color: var(--accent); } .strip path { fill: currentColor; } .touch { fill: transparent; }
.touch:hover { fill: var(--accent); opacity: 0.25; }
.mark { position: absolute; inset: 0 auto; width: 3px; background: var(--accent); pointer-events: none; }
.ruler .key::before { height: 8px; width: 8px; border: 0; background: currentColor; }
.axis-x .day { position: absolute; }
.axis-x .day::before { content: ''; display: block; height: 4px; border-left: 1px solid; margin: -1px 0 -3px; }
.dragged { position: absolute; inset: 0 auto; background: rgb(100 130 255 / 0.3); pointer-events: none; }
:is(.dragged, .list, .scroll):focus-visible { outline-offset: -2px; } .dragged:focus-visible { min-width: 4px; }
.ruler .legend { margin: 0; }
.times { color: var(--accent); } .again { color: var(--odd); }
.pause { display: inline-block; height: 8px; background: var(--odd); border-radius: 2px; }
.tries > li { display: flex; gap: 6px; align-items: center; } .tries > li > span { flex: none; }
.lane { position: relative; align-self: stretch;
  background: linear-gradient(var(--edge), var(--edge)) center / 100% 1px no-repeat; }
.waterfall .row { grid-template-columns: 44px 74px minmax(120px, 3fr) var(--ending) minmax(0, 4fr) minmax(90px, 3fr); }
.waterfall .tall .row { grid-template: 'method path status' 21px 'number lane lane' 19px / 74px minmax(0, 1fr) auto; }
.waterfall .tall .row > .why { display: none; } .waterfall .tall .row > .lane { grid-area: lane; }
.bar-of { position: absolute; top: 7px; bottom: 7px; border-radius: 2px; background: currentColor; }
.bar-of.clock { background: var(--edge); } .bar-of.delivery { color: var(--kind-delivery); }
.bar-of.held { background: none; border: 1px dashed var(--ink); }
.bar-of:is(.aborted, .lost) { background: repeating-linear-gradient(45deg, currentColor 0 3px, transparent 3px 6px); }
.bar-of.waited { top: 11px; bottom: 11px; background: var(--odd); opacity: 0.55; }
.json { margin: 4px 0; padding: 6px 8px; background: var(--raised); border-radius: 4px;
  font: var(--mono); }
.json details { margin: 0; } .json details > :not(summary) { margin-left: 16px; }
.json pre { margin: 0; padding: 0; } .json .member { color: var(--kind-own); }
.json .string { color: var(--ink); } .json :is(.number, .boolean) { color: var(--accent); }
.json .object { color: var(--quiet); }
.entry-actions { margin: 4px 0 8px; } .details .title h3 { margin: 4px 0; }
.details .title:has(h3) { position: static; padding: 0; }
.gauges { list-style: none; margin: 4px 0; padding: 0; }
.gauges > li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(60px, 3fr) 90px minmax(0, 5fr);
  gap: 8px; align-items: center; padding: 3px 4px; border-bottom: 1px solid var(--edge); }
.figures { text-align: right; }
.gauge { height: 10px; border: 1px solid currentColor; border-radius: 999px; overflow: hidden; }
.gauge > span { display: block; height: 100%; background: currentColor; }
.fault-form .more-fields { flex: 1 1 100%; } .more-fields .bar { padding-top: 4px; }
.slider input { flex: 1; min-width: 120px; accent-color: var(--accent); padding: 0; }
.menu { position: relative; } .menu > summary { list-style: none; padding: 3px 8px; border: 1px solid var(--edge);
  border-radius: 4px; } .menu > summary::after { content: ' ▾'; }
.menu > div { right: 0; columns: 2; }
.menu label { display: flex; } .menu p { column-span: all; }
.main { flex: 4 1 0; min-width: 0; min-height: 104px; position: relative; }
.main .empty { position: absolute; inset: 8px 12px auto; margin: 0; }
.list { position: absolute; inset: 0; overflow: auto; border: 1px solid var(--edge); border-radius: 4px;
  contain: strict; }
.rows { position: relative; }
.row { --ending: 78px; contain: strict; display: grid; gap: 10px; align-items: center;
  grid-template-columns: 44px 74px minmax(120px, 2fr) var(--ending) minmax(0, 3fr) 64px;
  height: 26px; padding: 0 8px; white-space: nowrap; cursor: pointer; }
.with-keys:where(:not(.waterfall)) .row {
  grid-template-columns: 44px 74px minmax(120px, 2fr) var(--ending) minmax(0, 3fr) 110px 64px; }
@container (max-width: 1500px) {
  .split:has(.details) > .main:not(.waterfall) .list:not(.tall) .row {
    grid-template-columns: 44px 74px minmax(120px, 4fr) var(--ending) minmax(0, 7fr) 64px; }
  .split:has(.details) .list:not(.tall) .key-name { display: none; }
}
.row[aria-selected=true] > .key-name { color: var(--ink); }
.tall .row { grid-template: 'method path status' 21px 'number why time' 19px / 74px minmax(0, 1fr) auto; gap: 0 8px;
  height: 44px; align-content: center; }
.tall .row > .number { grid-area: number; text-align: left; } .tall .row > .why { grid-area: why; }
.tall .row > .time { grid-area: time; } .tall .row > .key-name { display: none; }
.tall .row > .status { text-align: right; }
.row > *, .cut > :first-child { overflow: hidden; text-overflow: ellipsis; }
.cut { display: flex; white-space: nowrap; } .path > strong { margin-left: 4px; } .end { font-size: 0; }
:is(.shown, .number)::after { content: attr(data-text); }
.number { order: -1; font-size: var(--small); text-align: right; }
.row > .time { overflow: visible; text-align: right; }
.head { height: 24px; padding: 3px 8px 0; color: var(--quiet); font-weight: 600; background: var(--raised); }
.at-top { position: sticky; z-index: 1; top: 0; margin-bottom: -24px; } .at-top:empty { display: none; }
.row:hover { background: var(--raised); }
.row[aria-selected=true] { background: var(--chosen); }
.row.active { box-shadow: inset 3px 0 var(--accent); }
.row .method { font-weight: 600; }
.row .method:not(.request) { font-size: var(--small); color: var(--kind-own); }
.row .method.delivery, .row .method.webhook { color: var(--kind-delivery); } .row .method.clock { color: var(--quiet); }
.row :is(.time, .why, .number) { color: var(--quiet); }
.row[aria-selected=true] > :is(.time, .why, .number, .method, .quiet) { color: var(--ink); }
.row:has(.undone) > * { color: var(--quiet); } .undone { text-decoration: line-through; }
.row .status { font-weight: 600; } .row .status.quiet { font-weight: 400; }
.good { color: var(--good); } .odd { color: var(--odd); } .bad { color: var(--bad); }
.details { flex: 3 1 0; min-width: 0; overflow: auto; border: 1px solid var(--edge); border-radius: 4px;
  padding: 0 10px 8px; min-height: 104px; }
.details:focus-visible { outline-offset: 0; }
.title { position: sticky; top: 0; display: flex; gap: 8px; align-items: flex-start;
  justify-content: space-between; padding: 6px 0; background: var(--ground); }
.title h2 { margin: 4px 0; }
h2, p, pre, code, summary, .columns > *, .json { overflow-wrap: anywhere; }
h2 { font-size: 14px; margin: 12px 0 4px; }
h3 { font-size: 13px; margin: 10px 0 2px; }
p { margin: 4px 0; }
pre { margin: 4px 0; padding: 6px 8px; background: var(--raised); border-radius: 4px; white-space: pre-wrap;
  font: var(--mono); }
code { font: var(--mono); }
.links { list-style: none; margin: 2px 0; padding: 0; } .links button { min-height: 24px; }
summary:is(.quiet, .fault-form *) { line-height: 24px; }
.scroll { flex: 1; min-height: 100px; overflow: auto; border: 1px solid var(--edge); border-radius: 4px;
  padding: 0 8px 8px; }
.split > .scroll { flex: 4 1 0; }
.empty { margin: 12px 4px; }
.scroll .empty { position: static; }
.split > .empty { flex: 1; }
table { border-collapse: collapse; width: 100%; color: inherit; font: inherit; }
th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid var(--edge); white-space: nowrap;
  max-width: 320px; overflow: hidden; text-overflow: ellipsis; vertical-align: middle; }
th { position: sticky; top: 0; background: var(--ground); color: var(--quiet); font-weight: 600; }
.details th { position: static; }
.opens tbody tr { cursor: pointer; } th .link { padding: 0; margin-left: -1px; font-weight: 600; color: inherit; }
tbody tr:hover { background: var(--raised); }
tfoot td { font-weight: 600; border-bottom: 0; }
.amount { text-align: right; }
td.more { white-space: normal; max-width: 0; }
.wraps td { white-space: normal; overflow-wrap: break-word; vertical-align: top; max-width: none; }
.wraps td:last-child:not(.amount) { overflow-wrap: anywhere; min-width: 90px; }
.wraps :is(td:first-child, .amount) { white-space: nowrap; }
.details .wraps td:first-child { white-space: normal; overflow-wrap: anywhere; }
.wraps td > .link { overflow-wrap: normal; }
.stacks:not(.wraps) td > .link { white-space: normal; overflow-wrap: anywhere; } td > .record { white-space: nowrap; }
.parts { display: flex; padding-left: 1px; } .parts button { margin-left: -1px; border-radius: 0; }
td:empty { visibility: hidden; } table:not(:has(td)) th { position: absolute; clip-path: inset(50%); border: 0; }
ul:is(.cards, .attempts, .latest), .versions { list-style: none; margin: 0; padding: 0; }
.versions > li { border-bottom: 1px solid var(--edge); }
.versions .amount { text-align: left; }
.revealed, tbody tr[aria-current] { background: var(--chosen); }
td.actions { white-space: nowrap; max-width: none; text-align: right; } .day { white-space: nowrap !important; }
.bar > h2 { margin: 0; } .gauges + .bar, details + .bar { margin-top: 10px; }
.keys { overflow: auto; } .keys :is(th, td) { padding: 3px 12px; } .keys p { margin: 6px 12px; }
.hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.cards > li { display: grid; grid-template-columns: minmax(90px, 210px) 1fr auto; gap: 4px 12px; align-items: center;
  border-bottom: 1px solid var(--edge); padding: 6px 4px; }
.cards h3 { float: left; margin: 2px 8px 0 0; font-weight: 400; } .cards .links { overflow: hidden; }
.cards.numbered > li { grid-template-columns: 20px 1fr auto; }
.cards > li > :is(button, .bar) { grid-column: 3; }
.ticks { display: inline-flex; gap: 1px; vertical-align: middle; margin-left: 8px; }
.ticks i { width: 3px; height: 12px; background: currentColor; }
.cards.endpoints > li { grid-template-columns: 60px 1fr auto; }
.steps { margin: 4px 0; padding-left: 28px; }
:is(.scroll, .first-steps) .title { position: static; align-items: center; } .scroll .title > button { flex: none; }
.now-page { display: grid; gap: 0 24px; grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 1fr); }
.last { margin-left: auto; }
:is(.details, .apart) form:has(label) { border: 1px solid var(--edge); border-radius: 4px;
  padding: 3px 3px 3px 8px; }
.latest-part { display: flex; flex-direction: column; }
.latest { flex: 1 1 0; min-height: 220px; overflow: auto; }
.latest .row { width: 100%; border: 0; border-radius: 0; background: none; text-align: left; padding: 0 4px;
  border-bottom: 1px solid var(--edge);
  grid-template-columns: 40px 66px minmax(0, 3fr) var(--ending) minmax(0, 2fr) auto; }
.latest .row:is(:hover, :focus-visible) > .path { text-decoration: underline; }
.first-steps { align-self: start; margin-top: 8px; padding: 2px 14px 6px; border: 1px solid var(--accent);
  border-radius: 4px; color: var(--ink); }
.empty .first-steps { max-width: 860px; } .main .empty:has(.first-steps) { bottom: 8px; overflow: auto; }
button.main-action { border-color: var(--accent); background: var(--accent); color: var(--ground); }
.tiles { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 8px; padding-top: 8px; }
.cards.attention > li { grid-template-columns: 136px 1fr auto; }
.now-page td[data-name] { white-space: normal; }
.tile { flex: 1 1 150px; display: flex; flex-wrap: wrap; gap: 0 6px; align-items: baseline; padding: 4px 10px; }
.tile strong { font-size: 18px; } .tile span { margin-left: auto; }
.attempts > li { border-bottom: 1px solid var(--edge); padding: 4px; }
.attempts .columns { display: inline-grid; gap: 0 10px; width: calc(100% - 20px); vertical-align: top;
  grid-template-columns: 140px minmax(0, 5fr) 84px 44px minmax(0, 4fr); }
summary { cursor: pointer; }
.axis-x { position: relative; display: flex; justify-content: space-between; color: var(--quiet); margin: 0; }
.chart { display: block; width: 100%; height: 130px; margin-top: 8px; }
.chart path { fill: none; vector-effect: non-scaling-stroke; }
.chart .axis { stroke: var(--edge); } .chart .refused { stroke: var(--bad); stroke-width: 3; }
.chart .line { stroke-width: 2; } .legend { display: flex; flex-wrap: wrap; gap: 4px 14px; margin-bottom: 10px; }
.key::before { content: ''; display: inline-block; width: 14px; height: 0; border-top: 3px solid; margin-right: 5px;
  vertical-align: middle; }
.line-0 { stroke: var(--accent); } .key-0::before { border-color: var(--accent); }
.key-refused::before { border-color: var(--bad); }
@container (max-width: 760px) {
  .main:not(.waterfall) .list:not(.tall) .row {
    grid-template-columns: 44px 74px minmax(0, 2fr) var(--ending) minmax(0, 3fr) 64px; }
  .waterfall .list:not(.tall) .row { grid-template-columns: 44px 74px minmax(0, 3fr) var(--ending) minmax(0, 3fr); }
  .attempts :is(.columns, .cut) { display: inline; white-space: normal; } .attempts .shown { display: none; }
  .attempts .end { font-size: inherit; }
  .list:not(.tall) .key-name, .waterfall .list:not(.tall) .why { display: none; }
}
@container (max-width: 1000px) or ((max-width: 1800px) and (min-height: 400px)) {
  .toolbar { flex-wrap: wrap; }
  .toolbar .chips { order: 3; flex: 1 1 100%; flex-wrap: wrap; overflow: visible; padding: 0; }
}
@container (max-width: 860px) {
  .toolbar > .selection { order: 4; flex: 1 1 100%; }
}
@container (max-width: 1200px) {
${blocks('.queued')}
  .queued :is(.actions, .more) { flex: 1 1 100%; }
  .queued .actions { display: flex; flex-wrap: wrap; gap: 6px; padding-top: 2px; }
}
@container (max-width: 900px) {
  .split:has(> .scroll) { flex-direction: column; }
  .split > .scroll:has(+ .details) { flex: 0 1 auto; max-height: 45%; }
  .cards.endpoints > li { grid-template-columns: 60px 1fr; } .cards.endpoints > li > .bar { grid-column: 2; }
}
@container (max-height: 400px) { .strip { height: 20px; } .ruler :is(.axis-x, .legend) { display: none; } }
@container (max-height: 340px) and (min-width: 760px) {
  .ruler { display: none; } .view { padding: 4px 8px; gap: 4px; }
  .toolbar .chips { order: 0; flex: 0 1 auto; flex-wrap: nowrap; overflow-x: auto; }
}
@container (max-width: 1000px) { .axis-x .day { width: 0; overflow: hidden; color: transparent; } }
@container (max-width: 1100px) { .now-page, .latest-part { display: block; } }
@container (max-width: 560px) {
  .latest .row { grid-template-columns: 38px 62px minmax(0, 1fr) auto auto; gap: 6px; } .latest .why { display: none; }
  .ruler .legend { display: none; } select.chip { max-width: 100px; }
  .menu { position: static; } .menu > div { left: 6px; right: 6px; top: auto; width: auto; max-width: none; }
  header { flex-wrap: wrap; height: auto; row-gap: 0; }
  [role=tablist] { flex-basis: 110px; height: 36px; }
  header select { order: 1; flex: 1 1 100%; max-width: none; margin: 0 0 6px 0; }
  .view { padding: 6px; gap: 6px; }
  .split { flex-direction: column; }
  .details { flex: 8 1 0; }
  .bar form, .view > .bar > button { flex: 1 1 auto; }
  .bar form label { flex: 1 1 140px; min-width: 0; } .bar form label input { flex: 1 1 0; }
  td > .record { white-space: normal; }
${blocks('.stacks')}
  .stacks .actions { flex: 1 1 100%; }
  .gauges > li { grid-template: 'name figures' 'gauge gauge' 'more more' / minmax(0, 1fr) auto; gap: 3px 8px; }
  .gauges .gauge { grid-area: gauge; } .gauges .figures { grid-area: figures; } .gauges .quiet { grid-area: more; }
  .stacks.wraps td { white-space: normal; min-width: 0; width: auto; }
  .details table { font-size: var(--small); } .details :is(th, td) { padding: 3px 2px; }
  .cards > li { grid-template-columns: 1fr auto; }
  .cards:is(.attention, .endpoints) > li { display: block; } .attention button:not(.link) { margin: 2px 0; }
  .cards:not(.numbered) > li > :is(div, span):not(.bar) { grid-column: 1; }
  .cards:not(.numbered) > li > :is(button, .bar) { grid-column: 2; grid-row: 1 / span 2; }
}
`
