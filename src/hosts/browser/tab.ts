import { own } from './ownership'
import type { WorldPlace } from './page-world'
import type { SavedWorld, SavedWorlds } from './saved-worlds'

const lockOf = (id: number): string => `accounting-simulator world ${id}`

/**
 * Finds the slot of this tab. sessionStorage keeps its id over reloads, but browsers copy it to a duplicated
 * tab and to `window.open`. The copy starts with the world that the original saved last, in a new slot.
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
