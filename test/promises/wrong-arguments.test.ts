import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { type PublicFunction, publicFunctions } from '../support/public-functions'

/**
 * Every public function is called without its arguments and with arguments of the wrong kind. It says what is wrong in
 * an error of ours; nothing of it ends in an error of the language.
 */
const circular: Record<string, unknown> = {}
circular.self = circular
const ARGUMENTS: readonly [string, readonly unknown[]][] = [
  ['nothing', []],
  ['null', [null]],
  ['a number', [7]],
  ['NaN', [Number.NaN]],
  ['a bigint', [7n]],
  ['a text', ['x']],
  ['an object', [{}]],
  ['an object without a prototype', [Object.create(null)]],
  ['an object that holds itself', [circular]],
  ['an array', [[]]],
  ['an array of null', [[null]]],
  ['a function', [() => undefined]],
  ['a symbol', [Symbol('s')]],
  ['null twice', [null, null]],
  ['a text and null', ['x', null]],
  ['a number and a text', [1, 'x']],
  ['an object and null', [{}, null]],
]

/** Their errors are those of the platform, as is documented. */
const OF_THE_PLATFORM = [
  // Like the global fetch.
  'simulator.fetch',
  // Constructors, which other hosts call.
  'simulator.clock.timers.Date',
]
/** Needs a page, and says so first; or a test file. */
const ELSEWHERE = ['browser: startInBrowser', 'vitest: useSimulator', 'inspector: openInspector']
const OWN_ERRORS = [
  'OptionError',
  'UsageError',
  'DurationError',
  'Refusal',
  'RecordingError',
  'ErasedTimelineError',
]
/** `serve` has always had this class; its text is ours. */
const OWN_TEXT = /^serve offers |^no report was given/

const world = createSimulator()
const entries = new Map<string, object>()

async function functionNamed(name: string, simulator: Simulator): Promise<(...given: unknown[]) => unknown> {
  const [entry, path = ''] = name.includes(': ') ? name.split(': ') : ['', name.replace('simulator.', '')]
  const names = path.split('.')
  const last = names.pop() as string
  let owner: unknown = entry === '' ? simulator : entries.get(entry as string)
  if (owner === undefined) {
    const from = entry === 'index' ? 'accounting-simulator' : `accounting-simulator/${entry}`
    owner = await import(from)
    entries.set(entry as string, owner as object)
  }
  for (const one of names) owner = (owner as Record<string, unknown>)[one]
  const called = owner as Record<string, (...given: unknown[]) => unknown>
  return (...given) => called[last]?.(...given)
}

const UNDER_WAY = Symbol('under way')

/** What is wrong with how it answers. */
async function answerTo({ name }: PublicFunction, given: readonly unknown[]): Promise<unknown> {
  const simulator = world.fork()
  const call = await functionNamed(name, simulator)
  try {
    const pause = new Promise((resolve) => setTimeout(resolve, 20, UNDER_WAY))
    return await Promise.race([call(...given), pause])
  } finally {
    simulator[Symbol.dispose]()
  }
}

const complaintOf = (error: unknown): string | undefined => {
  const { name = '', message = '' } = Object(error ?? {}) as Partial<Error>
  if (message === '') return `threw ${String(error)}, which says nothing`
  if (OWN_ERRORS.includes(name) || OWN_TEXT.test(message)) return undefined
  return `${name}: ${message.split('\n')[0]}`
}

async function complaintsAbout(one: PublicFunction): Promise<string[]> {
  const complaints: string[] = []
  for (const [what, given] of ARGUMENTS) {
    const [answer, error] = await answerTo(one, given).then(
      (value) => [value, undefined],
      (thrown: unknown) => [undefined, complaintOf(thrown) ?? null],
    )
    if (typeof error === 'string') complaints.push(`${one.name} of ${what}: ${error}`)
    const isSilent = error === undefined && answer !== UNDER_WAY && given.length === 0 && one.needs > 0
    if (isSilent && !/: is[A-Z]/.test(one.name)) complaints.push(`${one.name} of ${what}: no error`)
  }
  return complaints
}

const isPlayed = ({ name }: PublicFunction): boolean =>
  !OF_THE_PLATFORM.includes(name) && !ELSEWHERE.includes(name) && !name.startsWith('storybook')

describe('wrong arguments', () => {
  const all = publicFunctions().filter(isPlayed)
  const rooms = [...new Set(all.map(({ name }) => name.split(/\.|: /).slice(0, 2).join('.')))]

  test('there are public functions to call', () => {
    expect(all.length).toBeGreaterThan(500)
  })

  test.each(rooms)('%s', { timeout: 60_000 }, async (room) => {
    const complaints: string[] = []
    for (const one of all)
      if (one.name.split(/\.|: /).slice(0, 2).join('.') === room)
        complaints.push(...(await complaintsAbout(one)))
    expect(complaints.join('\n')).toBe('')
  })
})

/** Guards answer about whatever `filter` hands them, checks say who calls them, and arrays have theirs. */
const COUNT_NOTHING =
  /: is[A-Z]|^simulator\.clock\.timers\.|\.toString$|^simulator\.(timeline|traffic)\.filter$|: (honoursRetryAfter|quietAfterTheEnd|usesIdempotencyKeys)$/

/** What `expect` was given is no argument of a matcher. */
const ownArguments = ({ name, most }: PublicFunction): number =>
  name.startsWith('matchers: matchers.') ? most - 1 : most

const takes = (most: number): string =>
  most === 0 ? 'takes no argument' : most === 1 ? 'takes one argument' : `takes ${most} arguments`

describe('an argument more than the published types have', () => {
  const all = publicFunctions().filter(
    ({ name, most }) =>
      most < Number.POSITIVE_INFINITY &&
      !COUNT_NOTHING.test(name) &&
      !OF_THE_PLATFORM.includes(name) &&
      !name.startsWith('storybook'),
  )

  test('is refused by each function, before anything happens', { timeout: 60_000 }, async () => {
    expect(all.length).toBeGreaterThan(500)
    const simulator = world.fork()
    const silent: string[] = []
    for (const one of all) {
      const { name, most } = one
      const call = await functionNamed(name, simulator)
      const given = Array.from({ length: most }, () => undefined)
      // The second argument may be an index, which is handed on.
      for (const surplus of ownArguments(one) === 1 ? ['surplus'] : ['surplus', 1]) {
        const answer = await (async () => call(...given, surplus))().then(
          () => 'nothing',
          (error: unknown) => String(error),
        )
        const shown = typeof surplus === 'string' ? `'${surplus}'` : surplus
        if (!answer.includes(`${takes(ownArguments(one))}; ${shown} beyond would be ignored`))
          silent.push(`${name} of ${shown}: ${answer}`)
      }
    }
    expect(silent).toEqual([])
    expect(simulator.timeline).toHaveLength(0)
  })
})
