import type { World } from '../engine/model/context'
import { numberOf } from '../engine/model/row'
import { UsageError } from '../errors/usage-error'
import type { Dump } from '../kernel/store'
import { WORLD } from '../kernel/table-shape'
import { copyContent } from './copy-content'
import type { ExportedWorld } from './options/exported-world'
import type { Settings } from './options/settings'

/** A fault that cannot be exported, with the reason. */
interface LeftOut {
  readonly id: number
  readonly because: string
}

/** @throws UsageError naming a fault that cannot be exported */
export function refuseUnexportable(faults: { unexportable(): readonly LeftOut[] }): void {
  const [fault] = faults.unexportable()
  if (fault)
    throw new UsageError(`fault ${fault.id} ${fault.because}, which no file can hold; clear it first`)
}

/** The whole state, with the options on which its future depends. */
export function exportWorld(world: World, { future }: Settings, leftOut: readonly LeftOut[]): ExportedWorld {
  const tables = world.store.dump()
  const without = leftOut.map(({ id, because }) => ` Left out: fault ${id}, which ${because}.`)
  disarm(tables, leftOut)
  const { fingerprint, ...content } = copyContent({ options: future, tables }, world.registry)
  return {
    format: 2,
    note: `A simulated world with its API keys and secrets.${without.join('')}`,
    fingerprint,
    ...content,
  }
}

function disarm(tables: Dump, leftOut: readonly LeftOut[]): void {
  const faults = tables[WORLD]?.faults
  if (!faults || leftOut.length === 0) return
  const ids = leftOut.map(({ id }) => id)
  const kept = faults.map((row) =>
    ids.includes(numberOf(row, 'id')) ? { ...row, armed: false, cleared: true } : row,
  )
  tables[WORLD] = { ...tables[WORLD], faults: kept }
}
