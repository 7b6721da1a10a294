/** Counts of the rows of one kind, by result. */
export interface Tally {
  found: number
  created: number
  /** One sentence for every row that the service would not take. */
  failed: string[]
}

/**
 * Creates what the service does not have yet, all at once, and lists under its business key what is there
 * afterwards. One refused row does not keep the others back.
 */
export async function createMissing<Row, Made>(plan: {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  existing: ReadonlyMap<string, Made>
  create: (row: Row) => Promise<Made>
}): Promise<{ tally: Tally; byKey: Map<string, Made> }> {
  const byKey = new Map(plan.existing)
  const missing = plan.rows.filter((row) => !plan.existing.has(plan.keyOf(row)))
  const outcomes = await Promise.allSettled(missing.map(async (row) => plan.create(row)))

  const tally: Tally = { found: plan.rows.length - missing.length, created: 0, failed: [] }
  for (const [index, row] of missing.entries()) {
    const outcome = outcomes[index]
    if (outcome?.status === 'fulfilled') {
      byKey.set(plan.keyOf(row), outcome.value)
      tally.created += 1
    } else {
      tally.failed.push(`${plan.keyOf(row)}: ${sentence(outcome?.reason)}`)
    }
  }
  return { tally, byKey }
}

function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
