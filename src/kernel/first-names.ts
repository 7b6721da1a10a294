/** `a, b, c and 2 more`: the first of many names. */
export const firstNames = (names: readonly string[], most = 3): string =>
  names.length > most
    ? `${names.slice(0, most).join(', ')} and ${names.length - most} more`
    : names.join(', ')
