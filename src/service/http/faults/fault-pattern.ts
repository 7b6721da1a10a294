const FORM = /^([A-Z]+|\*) (\/\S*)$/

export interface FaultPattern {
  readonly method: string
  readonly path: string
}

/** Splits `POST /public/v1/invoices/{}/` into method and path; undefined for any other text. */
export function readPattern(pattern: string): FaultPattern | undefined {
  const [, method, path] = FORM.exec(pattern) ?? []
  return method === undefined || path === undefined ? undefined : { method, path }
}

/** `{}` or `{name}` matches one segment. */
export const isAnySegment = (segment: string): boolean => /^\{[^}]*\}$/.test(segment)

/** `{}` or `{name}` matches one segment, a final `*` any remainder, and the method `*` every method. */
export function matchesPattern(pattern: string, method: string, pathname: string): boolean {
  const wanted = readPattern(pattern)
  if (wanted === undefined || (wanted.method !== '*' && wanted.method !== method)) return false
  return matchesPath(wanted.path, pathname, (segment, given) =>
    isAnySegment(segment) ? given !== '' : given === segment,
  )
}

/** Compares path and pattern by segment. The beginning before a final `*` must agree letter by letter. */
export function matchesPath(
  wanted: string,
  pathname: string,
  fits: (segment: string, given: string) => boolean,
): boolean {
  const open = wanted.endsWith('*')
  const segments = (open ? wanted.slice(0, -1) : wanted).split('/')
  const asked = pathname.split('/')
  if (open ? asked.length < segments.length : asked.length !== segments.length) return false
  return segments.every((segment, position) => {
    const given = asked[position] ?? ''
    const isCutShort = open && position === segments.length - 1
    return isCutShort ? isBeginning(segment, given) : fits(segment, given)
  })
}

/** A parameter of a route's template begins with anything. */
const isBeginning = (segment: string, given: string): boolean =>
  given.startsWith(segment) || (given.startsWith('{') && !segment.startsWith('{'))
