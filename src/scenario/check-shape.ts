import { OptionError, wrongChoice, wrongOption } from '../errors/option-error'
import { perhaps } from '../kernel/nearest-name'

export type Shape<Context> = Readonly<
  Record<string, (value: unknown, path: string, context: Context) => void>
>

/** The message repeats the path, so that it makes sense without the `option` member. */
export function demand(condition: boolean, path: string, must: string): asserts condition {
  if (!condition) throw new OptionError(path, `${path} ${must}`)
}

/** Demands a form of the value. */
export function demandForm(
  condition: boolean,
  path: string,
  accepted: string,
  given: unknown,
): asserts condition {
  if (!condition) throw wrongOption(path, accepted, given)
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Demands one of the names, and suggests the nearest. */
export function demandName(value: unknown, path: string, names: readonly string[]): void {
  if (!names.includes(value as string)) throw wrongChoice(path, names, value)
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Checks every member of the shape and rejects unknown members. */
export function checkShape<Context>(
  value: Readonly<Record<string, unknown>>,
  path: string,
  shape: Shape<Context>,
  context: Context,
): void {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`)
  for (const name of Object.keys(value))
    demand(
      Object.hasOwn(shape, name),
      below(name),
      `means nothing${perhaps(name, Object.keys(shape))}; known are ${Object.keys(shape).join(', ')}`,
    )
  for (const [name, check] of Object.entries(shape)) check(value[name], below(name), context)
}
