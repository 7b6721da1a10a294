import type { Organization } from '../../api/organization'
import { OptionError } from '../../errors/option-error'
import { text, unchecked } from '../../errors/reader'
import { processName } from '../../host-time/environment'
import { didYouMean } from '../../kernel/nearest-name'
import { internalsOf } from '../../simulator/internals-of'
import type { Simulator } from '../../simulator/simulator'
import { type DuplicateOptions, matchers } from '../matchers/index'
import { hearing } from '../matchers/verdict'
import { type Control, get, post } from './control'
import { recordSetNamed } from './record-controls'

/** The matchers and the end of a test, for test runners in other languages. */
export const JUDGING_CONTROLS: readonly Control[] = [
  get('/matchers', 'the names of the matchers', () => Object.keys(matchers)),
  post(
    '/matchers/{}',
    'whether the matcher passes, with its message if not, for the simulator or for all records of a type; ' +
      'options as in accounting-simulator/matchers; for toHaveReceived the route and the members of the body',
    { records: text, options: unchecked, route: text, body: unchecked },
    ({ session: { test }, face, simulator, parameters: [name = ''], body }) =>
      hearing(
        (text) => test.doubt(text),
        () => judged(name, simulator, face, body),
      ),
  ),
  get(
    '/ending',
    'what is wrong at the end of a test, since the fork was made or the world reset or restored: { problems }, ' +
      'the words with which useSimulator and runTest fail, and { warnings } if a test may mean what it did',
    ({ session: { test } }) => test.end(),
  ),
  get(
    '/coverage',
    'what programs have met so far, for the command coverage: { process, moment, facts }, ' +
      'each with how often and when last',
    ({ simulator }) => ({ process: processName(), ...internalsOf(simulator).recorder.coverage.facts.all() }),
  ),
]

/** Applies the matcher to the simulator, or to all records of a type. @throws OptionError */
export function judged(
  name: string,
  simulator: Simulator,
  face: Organization,
  body: Readonly<Record<string, unknown>>,
): { readonly pass: boolean; readonly message: string } {
  const known = Object.keys(matchers)
  if (!isMatcher(name))
    throw new OptionError(
      'matcher',
      `there is no matcher ${name}${didYouMean(name, known)}: ${known.join(', ')}`,
    )
  checkFor(name, body)
  const subject = body.records === undefined ? simulator : recordSetNamed(face, String(body.records))
  const { pass, message } =
    name === 'toHaveReceived'
      ? matchers[name](subject, String(body.route), body.body as object | undefined)
      : matchers[name](subject, ...(takesOptions(name) ? [body.options as DuplicateOptions | undefined] : []))
  return { pass, message: pass ? '' : message() }
}

/** The arguments of a matcher besides `records`. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  toHaveReceived: ['route', 'body'],
  toHaveNoDuplicates: ['options'],
}

const takesOptions = (name: string): boolean => TAKES[name]?.includes('options') === true

/** @throws OptionError for an argument that the matcher does not take, or that is missing */
function checkFor(name: string, { records: _, ...given }: Readonly<Record<string, unknown>>): void {
  const takes = TAKES[name] ?? []
  // Some clients send an empty object when they have no options.
  const isSaid = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined
  const other = Object.keys(given).find((member) => isSaid(given[member]) && !takes.includes(member))
  if (other !== undefined) throw new OptionError(other, `${other} is nothing that ${name} takes`)
  if (takes.includes('route') && given.route === undefined)
    throw new OptionError(
      'route',
      'route must say which requests are meant, such as POST /public/v1/invoices/',
    )
}

const isMatcher = (name: string): name is keyof typeof matchers => Object.hasOwn(matchers, name)
