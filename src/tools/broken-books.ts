import type { Simulator } from '../index'

/**
 * The invariants that do not hold, in the books of each organisation, one line each. A fork of a simulator with sound
 * books is checked for what was written in it.
 */
export function brokenBooks(simulator: Simulator, origin?: Simulator): string[] {
  if (origin && brokenBooks(origin).length === 0 && simulator.parts.keptBooksSound()) return []
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
