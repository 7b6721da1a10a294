import { OptionError } from '../../errors/option-error'

/** Members of arrays that people ask for. */
const OF_ARRAYS = ['length', 'map', 'filter', 'find', 'some', 'every', 'forEach', 'at']

/**
 * Inherited members, which those who print an object do not read.
 * @throws OptionError where it is taken for an array, of which all would be undefined
 */
export function refusingArrayMembers<Listed extends object>(list: Listed): Listed {
  const inherited = Object.create(Object.getPrototypeOf(list))
  for (const name of OF_ARRAYS.filter((one) => !(one in list)))
    Object.defineProperty(inherited, name, {
      get() {
        const how = 'it gives one sandbox after the other, for await (const one of team.list())'
        throw new OptionError(name, `team.list() has no ${name}: ${how}`)
      },
    })
  return Object.setPrototypeOf(list, inherited)
}
