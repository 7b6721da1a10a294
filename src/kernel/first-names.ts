const MOST = 3

/** `a, b, c and 2 more`: the first of many names. */
export const firstNames = (names: readonly string[]): string =>
  names.length > MOST
    ? `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more`
    : names.join(', ')
