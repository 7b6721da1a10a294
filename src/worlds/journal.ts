import type { World } from '../engine/model/context'
import { codeVersion } from './copy-content'
import type { Journal } from './options/exported-world'
import type { Settings } from './options/settings'

/** The journal of a world's changed rows. A world has only one, which every call returns. */
export function journalOf(
  { store, registry }: World,
  { future }: Settings,
  timeline: Journal['timeline'],
): Journal {
  const rows = store.journal()
  return {
    version: codeVersion(registry),
    options: future,
    get isDirty() {
      return rows.isDirty
    },
    take: () => rows.take(),
    timeline,
  }
}
