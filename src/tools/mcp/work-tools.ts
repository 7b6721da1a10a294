import { OptionError } from '../../errors/option-error'
import { countText } from '../../kernel/count-text'
import { readSetting, repeatable, testOfEntries, WORLD_FILE, worldFileOf } from '../inspector/copy-as-test'
import type { EntryJson } from '../inspector/entries'
import * as mcp from './tool'

interface Explored {
  readonly survived: boolean
  readonly runs: number
  readonly failure?: object
  readonly warnings: readonly string[]
  readonly [member: string]: unknown
}

export const exploreTool = mcp.tool({
  name: 'explore',
  title: 'Search for bugs in a program',
  description:
    'Plays misfortunes against a program in any language and finds the smallest story that breaks it. The program ' +
    'runs many times, each time in a world of its own; it finds the service in ACCOUNTING_URL and the key in ' +
    'ACCOUNTING_API_KEY. Takes up to time seconds, reports progress and can be cancelled. Runs the program on ' +
    'this machine.',
  isLocal: true,
  takes: {
    program: mcp.needed(mcp.texts('the program and its arguments, such as ["python3", "sync.py"]')),
    check: mcp.words('a command for sh that ends with 0 if all is well'),
    unique: mcp.texts('members whose values must be distinct, such as invoices.reference_number'),
    faults: mcp.choiceArgument(['production', 'orders', 'network', 'cosmic', 'evolution'])(
      'production unless given',
    ),
    runs: mcp.count('most plans, 100 unless given'),
    time: mcp.count('seconds after which no more plans are begun, 60 unless given'),
    timeout: mcp.count('seconds that one run may take, 30 unless given'),
    seed: mcp.count('1 unless given'),
    plan: {
      read: (given) => given,
      schema: { type: 'array', description: 'plays this plan only, as an earlier failure has it' },
    },
    world: mcp.words('an exported world to start from, a file'),
    full: mcp.yes('the whole report'),
  },
  gives: {
    failure: mcp.givenObject('the plan, the story and the complaint; test is a test to paste'),
    warnings: mcp.givenTexts('what makes the result worth less than it looks'),
    report: mcp.givenObject('the whole report'),
  },
  async run({ program, plan, full, unique = [], runs = 100, time = 60, ...options }, session, work) {
    const given = { ...options, runs, time, plan: plan === undefined ? undefined : JSON.stringify(plan) }
    const pairs = unique.map((pair) => `--unique=${pair}`)
    const report = (await session.run?.(
      ['explore', '--json', '--progress', ...argumentsOf(given), ...pairs, '--', ...program],
      work,
    )) as Explored
    const { survived, failure, warnings } = report
    return {
      summary: `The program ${survived ? 'survived' : 'did not survive'} ${countText(report.runs, 'run')}.`,
      next: survived
        ? 'Read the warnings; more runs, faults cosmic or a check find more.'
        : 'failure.story is how it came to that. Mend the program, then explore with failure.plan as plan.',
      data: full === true ? { report } : { ...(failure && { failure }), warnings },
    }
  },
})

const argumentsOf = (given: object): string[] =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]))

interface Replayed {
  readonly exchanges: number
  readonly alike: number
  readonly contradicted: readonly unknown[]
  readonly unexplained: readonly unknown[]
  readonly options: unknown
  readonly [member: string]: unknown
}

const SHOWN = 10

export const replayTool = mcp.tool({
  name: 'replay',
  title: 'Compare with recorded traffic',
  description:
    'Replays recorded traffic of the real service (HAR, or lines of JSON) against a simulator and names what ' +
    'differs: assumptions that the recording contradicts, and what no assumption explains.',
  isReadOnly: true,
  isLocal: true,
  takes: {
    file: mcp.needed(mcp.words('the recording')),
    origin: mcp.words('where the service was reached, if the recording has several'),
    options: mcp.words('a file with options, such as the options of an earlier report'),
    full: mcp.yes('the whole report'),
  },
  gives: {
    contradicted: mcp.givenList('assumptions that the recording speaks against, with the values that fit'),
    unexplained: mcp.givenList('differences that no assumption explains, the first of them'),
    options: mcp.givenObject('the options with which the simulator agrees best'),
    report: mcp.givenObject('the whole report'),
  },
  async run({ file, full, ...options }, session, work) {
    const args = ['replay', '--json', ...argumentsOf(options), '--', file]
    const report = (await session.run?.(args, work)) as Replayed
    const { exchanges, alike, contradicted, unexplained, options: fitting } = report
    return {
      summary:
        `${alike} of ${exchanges} exchanges were answered alike. ${countText(contradicted.length, 'assumption')} ` +
        `contradicted, ${countText(unexplained.length, 'difference')} unexplained.`,
      ...(contradicted.length > 0 && { next: 'Make simulators with options, then replay again with them.' }),
      data:
        full === true
          ? { report }
          : { contradicted, unexplained: unexplained.slice(0, SHOWN), options: fitting },
    }
  },
})

const MATCHERS = [
  'toHaveNoDuplicates',
  'toHaveUsedIdempotencyKeys',
  'toHaveHonouredRetryAfter',
  'toBeBalanced',
  'toHaveReceived',
] as const

/** The outcome of the test in a world of its own. */
interface Repeated {
  readonly differences: readonly string[]
  readonly verdict?: { readonly pass: boolean; readonly message: string }
}

const endOf = (differences: readonly string[], verdict: Repeated['verdict']): string => {
  if (differences.length > 0) return 'fails, because requests end otherwise: data.differences'
  return verdict?.pass === false ? 'fails: what it expects is not true then' : 'passes'
}

export const writeTest = mcp.tool({
  name: 'write_test',
  title: 'Write a test',
  description:
    'Writes a vitest test that does again what stands in the timeline. expect adds what should be true at the end: ' +
    'if it is not, the test fails, which is the test to begin a repair with. The test is played in a world of ' +
    'its own, and the answer says how it ended.',
  isReadOnly: true,
  takes: {
    entries: mcp.needed(mcp.numbers('sequence numbers in the timeline')),
    only: mcp.yes('without the earlier entries that changed something'),
    expect: mcp.choiceArgument(MATCHERS)('what should be true at the end'),
    records: mcp.words('for toHaveNoDuplicates: the record type, such as invoices'),
    by: mcp.words(
      'for toHaveNoDuplicates with records: the member that must be distinct, such as reference_number',
    ),
    route: mcp.words('for toHaveReceived: the route'),
    body: mcp.anyMembers('for toHaveReceived: members of the body'),
  },
  gives: {
    test: mcp.givenText('the test, to be saved as a file *.test.ts'),
    verdict: mcp.givenObject('whether expect is true at the end of the test: { pass, message }'),
    differences: mcp.givenTexts('requests that end otherwise in the test than they did here'),
  },
  async run({ entries, only, expect, records, by, route, body }, { control }) {
    if (expect === undefined) mcp.noneOf({ records, by, route, body }, 'goes with expect')
    const all = await control<EntryJson[]>('GET /timeline')
    const missing = entries.filter((number) => !all.some(({ sequence }) => sequence === number))
    if (missing.length > 0)
      throw new OptionError(
        'entries',
        `there is no entry ${missing.join(', ')}; timeline has those that there are`,
      )
    if (repeatable(all, new Set(entries)).length === 0)
      throw new OptionError(
        'entries',
        'a test can do none of these entries again: give requests, calls that were done, or moves of the clock',
      )
    const last = Math.max(...entries)
    const earlier = all.filter(
      ({ sequence, kind, changed, outcome }) =>
        only !== true &&
        sequence < last &&
        (changed === true || kind === 'clock' || (kind === 'write' && outcome === 'done')),
    )
    const setting = await readSetting((path) => control(`GET ${path === '' ? '/' : path}`))
    const selected = new Set([...entries, ...earlier.map(({ sequence }) => sequence)])
    const options = by === undefined ? undefined : { by }
    const { verdict, differences } = await control<Repeated>('POST /repeat', {
      entries: repeatable(all, selected).map(({ sequence }) => sequence),
      ...(expect !== undefined && { matcher: expect, records, options, route, body }),
    })
    const subject = records === undefined ? 'simulator' : `simulator.records.${records}`
    const given = [route, body, options].filter((one) => one !== undefined)
    const judging = [subject, ...given.map((one) => JSON.stringify(one))].join(', ')
    const test = testOfEntries(all, selected, setting, {
      imports: verdict ? ["import { matchers } from 'accounting-simulator/matchers'"] : [],
      lines: verdict
        ? [`const { pass, message } = matchers.${expect}(${judging})`, 'expect(pass, message()).toBe(true)']
        : [],
    })
    return {
      summary:
        `A test of ${countText(repeatable(all, selected).length, 'entry', 'entries')}.` +
        (verdict || differences.length > 0
          ? ` Played in a world of its own it ${endOf(differences, verdict)}.`
          : ''),
      next:
        'Save test as a file and run it with vitest.' +
        (worldFileOf(setting.options)
          ? ` The world began from a file: put it beside the test as ${WORLD_FILE}.`
          : ''),
      data: { test, ...(verdict && { verdict }), ...(differences.length > 0 && { differences }) },
    }
  },
})
