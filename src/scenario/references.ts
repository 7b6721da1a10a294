import { demand, isObject } from './check-shape'

const API_KEY = 'apiKey'

/**
 * Checks that every `{ $ref }` names the API key or a record of an earlier step, and that names are unique.
 */
export function checkReferences({ steps }: { steps: readonly Readonly<Record<string, unknown>>[] }): void {
  const made = new Set<string>()
  steps.forEach((step, index) => {
    const path = `steps[${index}]`
    visit(step, path, (reference, where) => {
      const [name = ''] = reference.split('.')
      demand(
        reference === API_KEY || made.has(name),
        where,
        `names ${JSON.stringify(reference)}, which no earlier step makes`,
      )
    })
    const name = isObject(step.create) ? step.create.as : undefined
    if (typeof name !== 'string') return
    demand(!made.has(name), `${path}.create.as`, `gives the name ${name} a second time`)
    demand(step.repeat === undefined, `${path}.create.as`, 'cannot name what is made several times')
    made.add(name)
  })
}

function visit(value: unknown, path: string, found: (reference: string, where: string) => void): void {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, `${path}[${index}]`, found)
  if (!isObject(value)) return
  if ('$ref' in value) {
    const where = `${path}.$ref`
    demand(
      typeof value.$ref === 'string' && Object.keys(value).length === 1,
      where,
      'is a text and stands alone',
    )
    found(value.$ref, where)
  } else for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`, found)
}

/** Copies the data and replaces every reference by the value that `find` returns. */
export function resolved(value: unknown, find: (name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, find))
  if (!isObject(value)) return value
  if (typeof value.$ref !== 'string')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, find)]))
  const [name = '', ...members] = value.$ref.split('.')
  return members.reduce<unknown>((one, member) => (isObject(one) ? one[member] : undefined), find(name))
}
