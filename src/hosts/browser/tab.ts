import { own } from './ownership'
import type { WorldPlace } from './page-world'
import type { SavedWorld, SavedWorlds } from './saved-worlds'

const lockOf = (id: number): string => `accounting-simulator world ${id}`

/**
 * Finds the place of this tab. sessionStorage remembers it over reloads. A browser copies sessionStorage to a
 * duplicated tab and to `window.open`: a copy starts with what the original saved last, in a place of its own.
 */
export async function placeOfTab(worlds: SavedWorlds, origin: string): Promise<WorldPlace> {
  const name = `accounting-simulator ${origin}`
  const known = Number(sessionStorage.getItem(name) ?? 0)
  const release = known > 0 ? await own(lockOf(known)) : undefined
  const saved = known > 0 ? complete(await worlds.get(known)) : undefined
  if (release) return { id: known, saved, release }
  const id = await worlds.newId()
  const owned = await own(lockOf(id))
  sessionStorage.setItem(name, String(id))
  return { id, saved, release: owned ?? (() => undefined) }
}

const complete = (saved: SavedWorld | undefined): SavedWorld | undefined =>
  saved?.world === undefined ? undefined : saved
