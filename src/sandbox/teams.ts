/** The tokens of teams. A team may have several, so that one can be replaced while it is in use. */
import { OptionError } from '../errors/option-error'
import { arrayOf, filledText, mapOf, type Reader } from '../errors/reader'
import { hashOf } from './ids-and-tokens'

/** One token or a list of tokens by the name of a team. */
export type TeamTokens = Readonly<Record<string, string | readonly string[]>>

const HASHED = /^sha256:([0-9a-f]{64})$/i
const TOKEN_AT_LEAST = 24

const token: Reader<string> = (given, option) => {
  const text = filledText(given, option)
  if (HASHED.test(text)) return text
  if (text.startsWith('sha256:'))
    throw new OptionError(option, `${option}: sha256: must be followed by 64 hexadecimal digits`)
  if (/\s/.test(text))
    throw new OptionError(option, `${option} has a space or the end of a line, which no request can send`)
  if (text.length < TOKEN_AT_LEAST)
    throw new OptionError(option, `${option} must be a token of at least ${TOKEN_AT_LEAST} characters`)
  return text
}

const tokens: Reader<readonly string[]> = (given, option) =>
  Array.isArray(given) ? arrayOf(token, 'a list of tokens', 1)(given, option) : [token(given, option)]

/** @throws OptionError */
export const readTeams = mapOf(tokens, 'an object of names and tokens')

/**
 * The name of each team by the hashes of its tokens. A token may be given as `sha256:` and its hash.
 * @throws OptionError, also if two teams have the same token or one has it twice
 */
export async function teamsByHash(teams: TeamTokens, option = 'teams'): Promise<Map<string, string>> {
  const byHash = new Map<string, string>()
  for (const [name, own] of Object.entries(readTeams(teams, option)))
    for (const one of own) {
      const hash = HASHED.exec(one)?.[1]?.toLowerCase() ?? (await hashOf(one))
      const other = byHash.get(hash)
      if (other !== undefined)
        throw new OptionError(`${option}.${name}`, `${option}: ${other} and ${name} have the same token`)
      byHash.set(hash, name)
    }
  return byHash
}
