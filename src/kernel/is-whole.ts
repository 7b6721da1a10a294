export const isWhole = (
  value: unknown,
  least = Number.NEGATIVE_INFINITY,
  most = Number.MAX_SAFE_INTEGER,
): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
