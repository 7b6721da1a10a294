/** A value as a line of code, with the members of objects as identifiers. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${literal(one)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** The same in Python. */
export function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`)
  return `{${entries.join(', ')}}`
}

const nameOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name))

export const quoted = (value: unknown): string =>
  `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
