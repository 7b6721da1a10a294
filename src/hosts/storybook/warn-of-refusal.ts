/** Tells whoever looks at the console why a request failed. */
export function warnOfRefusal(
  method: string,
  { origin, pathname, search }: URL,
  why = 'its story has ended or has not begun',
): void {
  const request = `${method} ${origin}${pathname}${search}`
  console.warn(`accounting-simulator: ${request} fails with a network error, because ${why}.`)
}
