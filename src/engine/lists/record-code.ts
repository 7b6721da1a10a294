import type { World } from '../world'

/** The code of a record in version 3-alpha (docs/service.md §15). */
export const codeOf = (world: World, number: number): string =>
  `${world.assumptions.read('v3-code')}${number}`

/** The number that a code was made of, in any case; null for a text that is no code. */
export function numberOfCode(world: World, text: string): number | null {
  const word = world.assumptions.read('v3-code')
  const digits = text.slice(word.length)
  const isCode = text.slice(0, word.length).toLowerCase() === word.toLowerCase() && /^\d{1,15}$/.test(digits)
  return isCode ? Number(digits) : null
}
