import { CONTENT_STYLE } from './content-style'

/**
 * The style of the panel. Colours have a contrast of at least 4.5 to their ground, in light and in dark. What is
 * narrow is decided by the panel's own width, because it may stand at the right of a wide page.
 */
export const PANEL_STYLE = `
.panel { --ground: light-dark(#ffffff, #14171f); --ink: light-dark(#1a1f2b, #e6e9f0);
  --quiet: light-dark(#565e6e, #a3abbd);
  --edge: light-dark(#d5d9e2, #343b4a); --raised: light-dark(#f3f5f9, #1d222d);
  --accent: light-dark(#1d4ed8, #93b4ff); --chosen: light-dark(#dbe6ff, #26355c);
  --good: light-dark(#146c2e, #7ddc97); --odd: light-dark(#8a4b00, #f7c06a); --bad: light-dark(#b3161b, #ff9d9d);
  --kind-delivery: light-dark(#6b21a8, #d8b4fe); --kind-own: light-dark(#0f5763, #7fd6e2);
  --small: 11px; --mono: 12px/1.45 ui-monospace, monospace;
  position: fixed; display: flex; flex-direction: column; box-sizing: border-box; color: var(--ink);
  background: var(--ground); container-type: size;
  font: 13px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; box-shadow: 0 0 16px rgb(0 0 0 / 0.3); }
.panel.bottom { inset: auto 0 0; border-top: 1px solid var(--edge); }
.panel.right { inset: 0 0 0 auto; border-left: 1px solid var(--edge); }
.panel.whole { inset: 0; }
:host([embedded]) .box { height: 100%; }
:host([embedded]) .panel { position: relative; height: 100%; min-height: 240px; box-shadow: none; }
.panel * { box-sizing: border-box; }
.edge { position: absolute; z-index: 1; touch-action: none; }
.bottom > .edge { inset: -4px 0 auto; height: 8px; cursor: row-resize; }
.right > .edge { inset: 0 auto 0 -4px; width: 8px; cursor: col-resize; }
.edge:focus-visible { background: var(--accent); }
header { flex: none; display: flex; gap: 6px; align-items: center; height: 37px; padding: 0 8px;
  background: var(--raised); border-bottom: 1px solid var(--edge); }
.bottom header, .right header { padding-right: 46px; }
header select { max-width: 130px; }
[role=tablist] { flex: 1; min-width: 0; align-self: stretch; display: flex; overflow-x: auto; scrollbar-width: none;
  overscroll-behavior: contain; mask-image: linear-gradient(to right, #000 calc(100% - 20px), transparent); }
[role=tablist]::-webkit-scrollbar { display: none; }
[role=tablist]::after { content: ''; flex: 0 0 20px; }
[role=tab] { flex: none; border: 0; border-radius: 0; background: none; padding: 0 10px; white-space: nowrap;
  color: var(--quiet); box-shadow: inset 0 -2px transparent; }
[role=tab]:hover { color: var(--ink); }
[role=tab][aria-selected=true] { color: var(--accent); box-shadow: inset 0 -2px var(--accent);
  -webkit-text-stroke: 0.4px; }
.badge { margin-left: 5px; padding: 0 5px; border-radius: 999px; background: var(--chosen); color: var(--ink);
  font-size: var(--small); font-weight: 600; }
[role=tab]:focus-visible { outline-offset: -3px; }
button, input, select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge);
  border-radius: 4px; padding: 2px 8px; min-height: 28px; }
button { cursor: pointer; }
button:not([role=tab]):enabled:hover { border-color: var(--accent); }
button:disabled { color: var(--quiet); cursor: default; }
button:where([aria-pressed=true]) { border-color: var(--accent); color: var(--accent); background: var(--chosen); }
button.link { min-height: 0; padding: 0 2px; border-color: transparent; background: none; color: var(--accent);
  text-decoration: underline; text-align: left; overflow-wrap: anywhere; margin-left: -3px; }
button.place { flex: none; width: 28px; height: 28px; padding: 0; display: grid; place-items: center; }
.icon { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.5; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
button.small { min-height: 24px; padding: 0 6px; font-size: var(--small); }
button.danger { border-color: var(--bad); color: var(--bad); font-weight: 600; }
.range { margin: 0; padding: 4px 12px; border-bottom: 1px solid var(--edge); }
.settings { padding: 5px 12px; border-bottom: 1px solid var(--edge); }
.toast { position: absolute; z-index: 4; left: 50%; bottom: 14px; transform: translateX(-50%); width: max-content;
  max-width: min(760px, calc(100% - 24px)); display: flex; gap: 8px; align-items: center; }
.toast.told { padding: 6px 6px 6px 12px; border: 1px solid var(--accent); border-radius: 6px; color: var(--ink);
  background: var(--ground); box-shadow: 0 2px 12px rgb(0 0 0 / 0.35); }
.toast.bad { border-color: var(--bad); color: var(--bad); } .toast p { margin: 0; }
.toast button { flex: none; color: var(--ink); }
.commands { position: absolute; z-index: 5; top: 44px; left: 50%; transform: translateX(-50%);
  width: min(520px, calc(100% - 24px)); max-height: calc(100% - 56px); display: flex; flex-direction: column;
  border: 1px solid var(--accent); border-radius: 6px; background: var(--ground);
  box-shadow: 0 4px 20px rgb(0 0 0 / 0.4); }
.commands input { margin: 6px; } .commands ul { list-style: none; margin: 0; padding: 0 0 6px; overflow: auto; }
.commands li { display: flex; justify-content: space-between; gap: 12px; padding: 4px 14px; cursor: pointer; }
.commands li:hover { background: var(--raised); }
.commands li[aria-selected=true], .commands li[aria-selected=true] .quiet { background: var(--chosen);
  color: var(--ink); }
.view { flex: 1; min-height: 0; display: flex; flex-direction: column; padding: 8px; gap: 8px; overflow: auto; }
.reading { position: absolute; z-index: 3; right: 14px; bottom: 14px; margin: 0; padding: 2px 10px;
  border-radius: 999px;
  color: var(--quiet); background: var(--raised); border: 1px solid var(--edge); }
@media (max-width: 640px) { .panel.right { left: 0; width: 100% !important; } }
${CONTENT_STYLE}
`
