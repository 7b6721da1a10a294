/** Styles of the team's page, in addition to the panel's. */
export const TEAM_STYLE = `
:host { position: static; display: block; height: 100%; }
header { min-height: 37px; }
header h1 { flex: 1; margin: 0; font-size: 15px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.view > * { flex: none; }
.view > .inspected { flex: 1; min-height: 0; }
.keys { border: 1px solid var(--accent); border-radius: 4px; padding: 4px 12px 10px; }
.keys dl { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 4px 12px; align-items: center; }
.keys dt { color: var(--quiet); } .keys dd { margin: 0; }
.keys dd code { overflow-wrap: anywhere; user-select: all; }
.scroll { flex: 1 !important; }
td { white-space: normal; }
td.warning { font-weight: 600; }
.actions { min-width: 150px; }
@container (max-width: 560px) {
  .keys dl { grid-template-columns: minmax(0, 1fr) auto; }
  .keys dt { grid-column: 1 / -1; }
}
`
