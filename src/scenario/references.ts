import { demand } from '../errors/option-error'
import { isObject } from '../kernel/is-object'
import { mapValues } from '../kernel/map-values'
import { didYouMean } from '../kernel/nearest-name'

const API_KEY = 'apiKey'

/** Every `{ $ref }` names the API key or a record of an earlier step, and names are unique. */
export function checkStepReferences({
  steps,
}: {
  steps: readonly Readonly<Record<string, unknown>>[]
}): void {
  const made = new Set<string>()
  steps.forEach((step, index) => {
    const path = `steps[${index}]`
    visit(step, path, (reference, where) => {
      const [name = ''] = reference.split('.')
      demand(
        reference === API_KEY || made.has(name),
        where,
        `names ${JSON.stringify(reference)}, which no earlier step makes${didYouMean(name, [...made, API_KEY])}`,
      )
    })
    for (const { name, where } of namesIn(step, path)) {
      demand(!made.has(name), where, `gives the name ${name} a second time`)
      demand(step.repeat === undefined, where, 'cannot name what is made several times')
      made.add(name)
    }
  })
}

/** Actions with a result that a step can name. */
const NAMED = ['create', 'update', 'admin']

/** The name of the result stands beside the action or inside of it. */
function namesIn(
  step: Readonly<Record<string, unknown>>,
  path: string,
): { readonly name: string; readonly where: string }[] {
  const within = NAMED.flatMap((action) => {
    const given = step[action]
    const name = isObject(given) ? given.as : undefined
    return typeof name === 'string' ? [{ name, where: `${path}.${action}.as` }] : []
  })
  if (typeof step.as !== 'string') return within
  const [inner] = within
  demand(
    NAMED.some((action) => step[action] !== undefined),
    `${path}.as`,
    `can only name the result of ${NAMED.join(', ')}; other steps have none`,
  )
  demand(inner === undefined, `${path}.as`, `names the result a second time, after ${inner?.where}`)
  return [{ name: step.as, where: `${path}.as` }]
}

export function resultName(step: Readonly<Record<string, unknown>>): string | undefined {
  const [named] = namesIn(step, '')
  return named?.name
}

function visit(value: unknown, path: string, found: (reference: string, where: string) => void): void {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, `${path}[${index}]`, found)
  if (!isObject(value)) return
  if ('$ref' in value) {
    const where = `${path}.$ref`
    demand(
      typeof value.$ref === 'string' && Object.keys(value).length === 1,
      where,
      'must be a text, without other members beside it',
    )
    found(value.$ref, where)
  } else for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`, found)
}

/** Copies the data and replaces every reference by the value that `find` returns. */
export function resolved(value: unknown, find: (name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, find))
  if (!isObject(value)) return value
  if (typeof value.$ref !== 'string') return mapValues(value, (one) => resolved(one, find))
  const [name = '', ...members] = value.$ref.split('.')
  return members.reduce<unknown>((one, member) => (isObject(one) ? one[member] : undefined), find(name))
}
