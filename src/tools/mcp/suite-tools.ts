import { countText } from '../../kernel/count-text'
import { count, givenList, givenObject, givenTexts, needed, texts, tool, yes } from './tool'

const command = needed(texts('the command that runs the tests, such as ["npx", "vitest", "run"]'))

interface Covered {
  readonly dimensions: readonly {
    readonly name: string
    readonly met: readonly unknown[]
    readonly of: number
  }[]
  readonly missing: readonly unknown[]
  readonly notCounted: readonly string[]
  readonly red?: { readonly status: number; readonly failed: readonly string[] }
  readonly [member: string]: unknown
}

export const coverageTool = tool({
  name: 'coverage',
  title: 'What tests have met',
  description:
    'Runs the tests of a project and tells which refusals, misfortunes, repeats, pages and webhooks none of them has ' +
    'met, the most valuable first, each with a line to paste. Runs the command on this machine.',
  isLocal: true,
  takes: { command, full: yes('the whole report') },
  gives: {
    missing: givenList(
      'the most valuable missing tests: paste is the line, near the test that it belongs to',
    ),
    shares: givenObject('of each dimension: { met, of }'),
    notCounted: givenTexts('what the report could not see'),
    red: givenObject(
      'if the tests failed: { status, failed }, the exit status and the failed tests that are known',
    ),
    report: givenObject('the whole report'),
  },
  async run({ command: words, full }, session, work) {
    const report = (await session.run?.(['coverage', '--json=-', '--', ...words], work)) as Covered
    const { missing, notCounted, dimensions, red } = report
    const shares = Object.fromEntries(dimensions.map(({ name, met, of }) => [name, { met: met.length, of }]))
    const [met, of] = [
      dimensions.flatMap((one) => one.met).length,
      dimensions.reduce((sum, one) => sum + one.of, 0),
    ]
    return {
      summary:
        `${red ? 'RED: the tests fail, and what failed tests met counts, too. ' : ''}` +
        `The tests have met ${met} of ${of} things that such a program meets in production.`,
      next: 'Write the missing tests with their lines, assert what the user needs, then call mutate.',
      data: full === true ? { report } : { ...(red && { red }), missing, shares, notCounted },
    }
  },
})

interface Mutated {
  readonly headline: string
  readonly notPlayed: readonly string[]
  readonly notJudged: readonly string[]
  readonly mutants: readonly { readonly outcome: string; readonly [member: string]: unknown }[]
  readonly [member: string]: unknown
}

const BUDGET = 300

export const mutateTool = tool({
  name: 'mutate',
  title: 'What tests would notice',
  description:
    'Runs the tests of a project with the bugs that its client could have, made on the way of its requests, and ' +
    'tells which bugs no test notices, each with a line to add that was tried. Runs the command on this machine.',
  isLocal: true,
  takes: {
    command,
    only: texts(
      'bugs, such as write-sent-twice or amount-changed:POST /public/v1/invoices/:items.rate; else all',
    ),
    budget: count(`seconds after which no more are begun, ${BUDGET} unless given`),
    full: yes('the whole report'),
  },
  gives: {
    survivors: givenList(
      'bugs that no test noticed: add is a line for the end of the test addTo, advice a test to write',
    ),
    notPlayed: givenTexts('the bugs that the budget left out'),
    notJudged: givenTexts('what else was not judged, and why'),
    report: givenObject('the whole report'),
  },
  async run({ command: words, only = [], budget = BUDGET, full }, session, work) {
    const chosen = only.map((one) => `--only=${one}`)
    const args = ['mutate', '--json=-', '--progress', `--budget=${budget} seconds`, ...chosen, '--', ...words]
    const report = (await session.run?.(args, work)) as Mutated
    const { headline, notPlayed, mutants, notJudged } = report
    const survivors = mutants.filter(({ outcome }) => ['survived', 'never mattered'].includes(outcome))
    return {
      summary: headline,
      next:
        survivors.length === 0
          ? notPlayed.length > 0
            ? `Call mutate with a larger budget, or only with the ${countText(notPlayed.length, 'bug')} left out.`
            : 'Call coverage for what no test has met.'
          : 'Add the lines of survivors to their tests, then call mutate with only these bugs.',
      data: full === true ? { report } : { survivors, notPlayed, notJudged },
    }
  },
})
