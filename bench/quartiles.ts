export interface Quartiles {
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** Between two figures the one in proportion. */
export function quartiles(figures: readonly number[]): Quartiles {
  const sorted = [...figures].sort((a, b) => a - b)
  const at = (part: number): number => {
    const position = (sorted.length - 1) * part
    const below = sorted[Math.floor(position)] ?? Number.NaN
    const above = sorted[Math.ceil(position)] ?? Number.NaN
    return below + (above - below) * (position - Math.floor(position))
  }
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) }
}
