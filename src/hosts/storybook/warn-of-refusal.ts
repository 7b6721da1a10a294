/** Tells whoever looks at the console why a request failed. */
export function warnOfRefusal(method: string, { origin, pathname, search }: URL): void {
  const request = `${method} ${origin}${pathname}${search}`
  const why = 'its story has ended or has not begun'
  console.warn(`accounting-simulator: ${request} fails with a network error, because ${why}.`)
}
