const FORM = /^([A-Za-z]+|\*) (\/\S*)$/

/** Splits `POST /public/v1/invoices/{}/` into method and path; undefined for any other text. */
function read(pattern: string): { method: string; path: string } | undefined {
  const [, method, path] = FORM.exec(pattern) ?? []
  return method === undefined || path === undefined ? undefined : { method: method.toUpperCase(), path }
}

export const isFaultPattern = (pattern: string): boolean => read(pattern) !== undefined

/** `{}` or `{name}` matches one segment, a final `*` any remainder, and the method `*` every method. */
export function matchesPattern(pattern: string, method: string, pathname: string): boolean {
  const wanted = read(pattern)
  if (wanted === undefined || (wanted.method !== '*' && wanted.method !== method)) return false
  const open = wanted.path.endsWith('*')
  const path = open ? wanted.path.slice(0, -1) : wanted.path
  const segments = path.split('/')
  const asked = pathname.split('/')
  if (open ? asked.length < segments.length : asked.length !== segments.length) return false
  return segments.every((segment, position) => {
    const given = asked[position] ?? ''
    if (/^\{[^}]*\}$/.test(segment)) return given !== ''
    const isCutShort = open && position === segments.length - 1
    return isCutShort ? given.startsWith(segment) : given === segment
  })
}
