import { OptionError } from '../../errors/option-error'

/** Members of arrays that callers may expect. */
const OF_ARRAYS = ['length', 'map', 'filter', 'find', 'some', 'every', 'forEach', 'at']

/**
 * Adds getters that throw to the prototype, where printing an object does not read them.
 * @throws OptionError if the list is used as an array, whose members would all be undefined
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
