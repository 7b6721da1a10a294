import { perhaps } from '../kernel/nearest-name'
import { OptionError, wrongOption } from './option-error'

/** Refuses what is no object, and unknown members with the nearest known one. @throws OptionError */
export function checkMembers(option: string, value: unknown, members: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongOption(option, `an object of ${members.join(', ')}`, value)
  for (const name of Object.keys(value))
    if (!members.includes(name))
      throw new OptionError(
        `${option}.${name}`,
        `${option} has no ${name}${perhaps(name, members)}; it takes ${members.join(', ')}`,
      )
}

/** The value of the only option; the first of the values if it is absent. @throws OptionError */
export function choiceIn<Name extends string, Value extends string>(
  options: { readonly [N in Name]?: Value },
  name: Name,
  values: readonly [Value, ...Value[]],
): Value {
  checkMembers('options', options, [name])
  const value = options[name] ?? values[0]
  if (!values.includes(value)) throw wrongOption(name, values.map((one) => `'${one}'`).join(' or '), value)
  return value
}
