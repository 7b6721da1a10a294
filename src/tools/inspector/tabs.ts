/** Arrow keys, Home and End move between the tabs; only the selected one is a Tab stop. */
export function moveSelection(event: KeyboardEvent): void {
  const tabs = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const last = tabs.length - 1
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const to = tabs[moves[event.key] ?? -1]
  if (!to) return
  event.preventDefault()
  to.click()
  to.focus()
}
