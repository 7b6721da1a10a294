/** The style of the corner button, which is there before the panel is loaded. */
export const BUTTON_STYLE = `
:host { all: initial; position: fixed; inset: auto 0 0 auto; z-index: 2147483000; color-scheme: light dark; }
:host([theme=light]) { color-scheme: light; } :host([theme=dark]) { color-scheme: dark; }
:host([data-theme=light]) { color-scheme: light; } :host([data-theme=dark]) { color-scheme: dark; }
:host([embedded]) { position: static; display: block; height: 100%; }
.corner { position: fixed; right: 12px; bottom: 12px; font: 600 13px/1 system-ui, sans-serif; padding: 10px 12px;
  color: light-dark(#fff, #10131a);
  background: light-dark(#1d4ed8, #93b4ff); border: 2px solid light-dark(#fff, #10131a);
   border-radius: 999px; cursor: pointer; }
:host([data-corner$=left]) .corner[aria-expanded=false] { left: 12px; right: auto; }
:host([data-corner^=top]) .corner[aria-expanded=false] { top: 12px; bottom: auto; }
.corner[aria-expanded=true] { z-index: 1; right: 9px; bottom: calc(var(--size, 45%) - 33px); width: 28px; height: 28px;
  padding: 0; border: 1px solid light-dark(#d5d9e2, #343b4a); border-radius: 4px; font-size: 0;
  color: light-dark(#1a1f2b, #e6e9f0); background: light-dark(#ffffff, #14171f); }
.corner[aria-expanded=true]::before { content: '\\2715'; font-size: 13px; }
:host([data-mode=right]) .corner[aria-expanded=true] { top: 4px; bottom: auto; }
:host([data-mode=whole]) .corner { display: none; }
.corner:focus-visible { outline: 3px solid light-dark(#f59e0b, #fcd34d); outline-offset: 2px; }
`
