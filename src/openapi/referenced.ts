import type { JsonSchema } from './json-schema'

/** The named schemas that a document refers to, directly or indirectly. */
export function referenced(
  schemas: Readonly<Record<string, JsonSchema>>,
  ...from: readonly unknown[]
): Readonly<Record<string, JsonSchema>> {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      if (schemas[name]) visit(schemas[name])
    }
  }
  for (const part of from) visit(part)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}
