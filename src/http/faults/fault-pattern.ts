const FORM = /^([A-Za-z]+|\*) (\/\S*)$/

/** `POST /public/v1/invoices/{}/` as method and segments; undefined for anything else. */
function read(pattern: string): { method: string; path: string } | undefined {
  const [, method, path] = FORM.exec(pattern) ?? []
  return method === undefined || path === undefined ? undefined : { method: method.toUpperCase(), path }
}

export const isFaultPattern = (pattern: string): boolean => read(pattern) !== undefined

/**
 * `{}` or `{name}` stands for one segment, a final `*` for any remainder, the method `*` for every method.
 */
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
