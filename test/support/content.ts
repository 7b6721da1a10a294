import type { ExportedWorld, Simulator } from 'accounting-simulator'

type Tables = ExportedWorld['tables']

/** Everything that the world holds but rate-limit buckets and, unless asked for, replies kept for idempotency keys. */
export function contentOf(simulator: Simulator, { replies = false } = {}): Tables {
  const { tables } = simulator.export()
  const { buckets: _, replies: kept, ...world } = tables[''] ?? {}
  return { ...tables, '': { ...world, ...(replies && kept ? { replies: kept } : {}) } }
}
