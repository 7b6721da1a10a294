/** The style of the panel. Colours have a contrast of at least 4.5 to their ground, in light and in dark. */
export const PANEL_STYLE = `
.panel { --ground: light-dark(#ffffff, #14171f); --ink: light-dark(#1a1f2b, #e6e9f0);
  --quiet: light-dark(#565e6e, #a3abbd);
  --edge: light-dark(#d5d9e2, #343b4a); --raised: light-dark(#f3f5f9, #1d222d);
  --accent: light-dark(#1d4ed8, #93b4ff);
  --good: light-dark(#146c2e, #7ddc97); --odd: light-dark(#8a4b00, #f7c06a); --bad: light-dark(#b3161b, #ff9d9d);
  position: fixed; display: flex; flex-direction: column; box-sizing: border-box; color: var(--ink);
  background: var(--ground);
  font: 13px/1.45 system-ui, sans-serif; box-shadow: 0 0 16px rgb(0 0 0 / 0.3); }
.panel.bottom { left: 0; right: 0; bottom: 0; border-top: 1px solid var(--edge); }
.panel.right { top: 0; right: 0; bottom: 0; border-left: 1px solid var(--edge); }
.panel.whole { inset: 0; }
:host([embedded]) .panel { position: relative; height: 100%; min-height: 240px; box-shadow: none; }
.panel * { box-sizing: border-box; }
.edge { position: absolute; z-index: 1; touch-action: none; }
.bottom > .edge { left: 0; right: 0; top: -4px; height: 8px; cursor: row-resize; }
.right > .edge { top: 0; bottom: 0; left: -4px; width: 8px; cursor: col-resize; }
.edge:focus-visible { background: var(--accent); }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; padding: 4px 8px;
  background: var(--raised);
  border-bottom: 1px solid var(--edge); }
[role=tablist] { display: flex; flex-wrap: wrap; gap: 2px; }
.places { display: flex; gap: 4px; flex-wrap: wrap; }
.bottom header, .right header { padding-right: 124px; }
button, input, select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge);
  border-radius: 4px;
  padding: 2px 8px; min-height: 26px; }
button { cursor: pointer; }
button:disabled { color: var(--quiet); cursor: default; }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
[role=tab] { border-color: transparent; background: none; }
[role=tab][aria-selected=true] { border-color: var(--accent); color: var(--accent); background: var(--ground);
  font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.message { margin: 0; padding: 0 12px; color: var(--odd); min-height: 0; }
.message:not(:empty) { padding: 4px 12px; }
.view { flex: 1; min-height: 0; display: flex; flex-direction: column; padding: 8px; gap: 8px; overflow: auto; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.bar form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.bar input[type=search] { flex: 1 1 160px; max-width: 340px; }
input[type=number] { width: 80px; }
label { display: inline-flex; gap: 6px; align-items: center; }
.count, .quiet, .empty { color: var(--quiet); }
.now { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.split { flex: 1; min-height: 0; display: flex; flex-wrap: wrap; gap: 8px; }
.main { flex: 2 1 300px; min-width: 0; min-height: 120px; position: relative; }
.main .empty { position: absolute; inset: 8px 12px auto; margin: 0; }
.list { position: absolute; inset: 0; overflow: auto; border: 1px solid var(--edge); border-radius: 4px;
  contain: strict; }
.whole { position: relative; }
.row { display: flex; gap: 10px; align-items: center; height: 26px; padding: 0 8px; white-space: nowrap;
  cursor: pointer;
  font-variant-numeric: tabular-nums; overflow: hidden; }
.row:hover { background: var(--raised); }
.row[aria-selected=true] { background: light-dark(#dbe6ff, #26355c); }
.row.active { box-shadow: inset 3px 0 var(--accent); }
.row .time, .row .why { color: var(--quiet); }
.row .time { margin-left: auto; }
.row[aria-selected=true] .time, .row[aria-selected=true] .why { color: var(--ink); }
.row .method { font-weight: 600; min-width: 64px; }
.row .status { min-width: 34px; font-weight: 600; }
.row .why { overflow: hidden; text-overflow: ellipsis; }
.good { color: var(--good); } .odd { color: var(--odd); } .bad { color: var(--bad); }
.details { flex: 1 1 280px; min-width: 0; overflow: auto; border: 1px solid var(--edge); border-radius: 4px;
  padding: 8px;
  min-height: 120px; max-height: 100%; }
.details .close { float: right; }
h2 { font-size: 14px; margin: 8px 0; overflow-wrap: anywhere; }
h3 { font-size: 13px; margin: 8px 0 2px; }
p { margin: 4px 0; }
pre { margin: 4px 0; padding: 6px; background: var(--raised); border-radius: 4px; white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: 12px/1.4 ui-monospace, monospace; }
code { font: 12px ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { flex: 1; min-height: 100px; overflow: auto; border: 1px solid var(--edge); border-radius: 4px;
  padding: 0 8px 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 3px 8px; border-bottom: 1px solid var(--edge); white-space: nowrap;
  max-width: 320px;
  overflow: hidden; text-overflow: ellipsis; }
th { position: sticky; top: 0; background: var(--ground); }
.panel td { vertical-align: top; } td.amount { text-align: right; font-variant-numeric: tabular-nums; }
.actions { display: flex; gap: 4px; max-width: none; }
.hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.cards { list-style: none; margin: 0; padding: 0; display: flex; flex-direction: column; gap: 4px; }
.cards li { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; border-bottom: 1px solid var(--edge);
  padding: 4px; }
.cards li button { margin-left: auto; }
.attempts { padding-left: 16px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.chart { width: 100%; height: 130px; margin-top: 8px; }
.chart path { fill: none; vector-effect: non-scaling-stroke; }
.chart .axis { stroke: var(--edge); } .chart .refused { stroke: var(--bad); stroke-width: 3; }
.chart .line { stroke-width: 2; } .legend { display: flex; flex-wrap: wrap; gap: 12px; }
.key::before { content: ''; display: inline-block; width: 14px; height: 0; border-top: 3px solid; margin-right: 5px;
  vertical-align: middle; }
.line-0 { stroke: var(--accent); } .key-0::before { border-color: var(--accent); }
.line-1 { stroke: var(--good); } .key-1::before { border-color: var(--good); }
.line-2 { stroke: var(--odd); } .key-2::before { border-color: var(--odd); }
.line-3 { stroke: var(--quiet); } .key-3::before { border-color: var(--quiet); }
.line-4 { stroke: var(--ink); } .key-4::before { border-color: var(--ink); }
@media (max-width: 640px) {
  .panel.right { left: 0; width: 100% !important; }
  .row .time { display: none; }
}
`
