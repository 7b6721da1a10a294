import type { Simulator } from '../index'
import { internalsOf } from '../simulator/internals-of'

/** The broken invariants of each organisation's books, a line each. A fork of sound books is checked for its writes. */
export function brokenBooks(simulator: Simulator, origin?: Simulator): string[] {
  if (origin && brokenBooks(origin).length === 0 && internalsOf(simulator).keptBooksSound()) return []
  const [own, ...others] = simulator.organizations()
  const linesOf = (name: string, which: string): string[] =>
    simulator
      .organization(name)
      .books.check()
      .map(({ invariant, where, text }) => `${which} are broken: ${invariant}: ${where}: ${text}`)
  return [
    ...linesOf(own as string, 'the books'),
    ...others.flatMap((name) => linesOf(name, `the books of ${name}`)),
  ]
}
