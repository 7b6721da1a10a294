import type { Controls } from './port'

/** The shown end of a list that may be longer. */
interface Latest<Entry> {
  /** Oldest first. */
  readonly found: readonly Entry[]
  readonly hasEarlier: boolean
}

/** The latest entries of a list, and whether there are earlier ones. */
export async function latest<Entry>(
  controls: Controls,
  path: string,
  atMost: number,
): Promise<Latest<Entry>> {
  const read = await controls.get<readonly Entry[]>(`${path}?last=${atMost + 1}`)
  return { found: read.slice(-atMost), hasEarlier: read.length > atMost }
}
