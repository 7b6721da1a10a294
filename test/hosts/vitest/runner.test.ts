import { beforeAll, describe, expect, test } from 'vitest'
import { bundleSources } from '../../support/bundled'
import { ENDINGS } from './endings'
import { type FileResult, folder, played } from './play-fixtures'

let printed = ''
let files: readonly FileResult[] = []
const fileOf = (name: string) => files.find((file) => file.name.endsWith(`/${name}.fixture.ts`)) as FileResult

beforeAll(async () => {
  await bundleSources(folder)
  const all = await played('results')
  files = all.files
  printed = all.printed
}, 300_000)

describe('the end of a test', () => {
  test.each(ENDINGS)('%s: %s', (title, status, message) => {
    const result = fileOf('endings').assertionResults.find((one) => one.title === title)
    expect(result).toMatchObject({ status })
    if (status === 'failed') expect(result?.failureMessages).toEqual([expect.stringContaining(message)])
  })

  const saidOf = (title: string): string =>
    fileOf('endings')
      .assertionResults.find((one) => one.title === title)
      ?.failureMessages.join('\n') ?? ''

  test('carries the whole story in its error, where reporters and CI show it, and once', () => {
    const messages = fileOf('endings')
      .assertionResults.filter(({ status }) => status === 'failed')
      .map(({ failureMessages }) => failureMessages.join('\n'))
    const stories = messages.map((message) => message.split('\n\nTimeline:\n').length - 1)
    expect(stories).toEqual(messages.map(() => 1))
  })

  test.each([
    ['leaves a fault', 'nothing happened so far'],
    ['leaves broken books', 'nothing happened so far'],
    ['fails by itself, and nothing is said of its fault', '#1 POST /public/v1/customers/  201  created'],
    ['fails twice, and tells its story once', '#1 POST /public/v1/customers/  201  created'],
  ])('%s: %s', (title, line) => {
    const [before = '', story = ''] = saidOf(title).split('\n\nTimeline:\n')
    expect(before).not.toBe('')
    expect(story).toContain(line)
  })

  test.each([
    [
      'fails because of a forgotten await',
      'an advance was still under way at 2026-01-15T09:00:00.000Z: is it awaited?',
    ],
    [
      'fails because nobody awaited the client',
      '#1 POST /public/v1/customers/ came after the test had last looked: is the call awaited?',
    ],
    [
      'fails because nobody registered the webhook',
      'no webhook is registered below https://hooks.example.com/: POST /public/v2/webhooks/ registers a URL ' +
        'and its topics',
    ],
    [
      'fails because nobody flushed',
      '2 webhook deliveries are due and not sent: await webhooks.flush() tries to',
    ],
  ])('%s: says so before the story', (title, text) => {
    expect(saidOf(title)).toContain(`\n\nWhen it failed:\n  ${text}\n\nTimeline:\n`)
  })

  test('a long story keeps its beginning and its end', () => {
    const [, story = ''] = saidOf('fails after a long story').split('\n\nTimeline:\n')
    const lines = story.split(/\n {4}at /)[0]?.split('\n') ?? []
    expect(lines.slice(0, 101)).toHaveLength(101)
    expect(lines[1]).toContain('make.customer')
    expect(story).toMatch(
      /\n {2}\.\.\. 20\d lines are left out; String\(simulator\.timeline\) has them all \.\.\.\n/,
    )
    expect(story).toContain('advance to 2026-01-15 09:02:30')
  })

  test('prints nothing besides the errors', () => {
    expect(printed).not.toMatch(/std(out|err) \| endings/)
  })

  test('a test that runs out of time tells its story, too', () => {
    const { failureMessages } = fileOf('late-request').assertionResults[2] ?? {}
    expect(failureMessages).toEqual([expect.stringContaining('Timeline:')])
  })
})

test('a fault from before the tests that none of them meets fails the file, if all have passed', () => {
  const { status, assertionResults } = fileOf('before-all')
  const states = assertionResults.map((result) => result.status)
  const begin = [...Array(6).fill('passed'), 'skipped', 'passed', 'todo']
  expect(states).toEqual([...begin, ...Array(5).fill('passed')])
  expect(status).toBe('failed')
  const told =
    'fault 2 on PUT /public/v1/customers/{}/, injected before the tests, hit nothing in any of them'
  expect(printed).toMatch(/FAIL .*before-all.fixture.ts > a fault that no test meets/)
  expect(printed.split(told)).toHaveLength(1 + 1)
  expect(printed).toMatch(/FAIL .*before-all.fixture.ts > a fault that is cleared only where it comes back/)
  expect(printed).toContain('fault 1 on PUT /public/v1/vendors/{}/, injected before the tests, hit nothing')
  expect(printed).not.toMatch(/FAIL .*before-all.fixture.ts > a test that is (left out|still to be written)/)
  expect(printed).not.toContain('POST /public/v1/customers/, injected before')
  expect(printed).not.toContain('DELETE /public/v1/customers/{}/, injected before')
})

test('fake timers of a test that ran out of time harm no later one', () => {
  const states = fileOf('fake-timers-left').assertionResults.map(({ status }) => status)
  expect(states).toEqual(['failed', 'passed', 'passed'])
})

describe('a doubt about a test that passed is a warning', () => {
  test('each once, and nothing else', () => {
    expect(fileOf('doubts').assertionResults.map(({ status }) => status)).toEqual(Array(10).fill('passed'))
    const warnings = printed
      .split('\n')
      .flatMap((line) => /AccountingSimulatorWarning: (.*)/.exec(line)?.[1] ?? [])
    const told = (text: string) => warnings.filter((one) => one.includes(text))
    expect(told('a hook took it away')).toEqual([
      expect.stringMatching(
        /fixture.ts > tests with a simulator > leaves a fault that a hook clears: fault 2 on POST .*bills\/ hit nothing, /,
      ),
    ])
    expect(told('reset or restore took it away')).toEqual([expect.stringMatching(/: fault 1 on PUT /)])
    expect(told('no operation has this path')).toEqual([
      expect.stringMatching(
        /: the test passed, and GET \/public\/v1\/invocies\/99\/ was answered by 404: .*the nearest is/,
      ),
    ])
    expect(told('no step of scenario')).toEqual([
      expect.stringMatching(
        /whose clock nobody moves: no step of scenario of a test came: .*advance it; if that is meant, call play.disarm\(\) in the test$/,
      ),
      expect.stringMatching(/of the hook: no step of scenario after a reset came/),
    ])
    expect(told('outside of the describe block')).toEqual([
      expect.stringMatching(/^POST https:\/\/accounting.test\/public\/v1\/customers\/ went to the network: /),
    ])
  })
})

test('a request that no test has sent fails the file, and is answered with a network error', () => {
  const file = fileOf('nobodys-request')
  expect(file.assertionResults).toMatchObject([{ status: 'passed' }])
  expect(file.status).toBe('failed')
  expect(printed).toContain(
    'POST https://accounting.test/public/v1/customers/ came while no test was running',
  )
})

test('a request that a test leaves behind fails the file and reaches no other test', () => {
  const { status, assertionResults } = fileOf('late-request')
  expect(assertionResults.map((result) => result.status)).toEqual(['passed', 'passed', 'failed', 'passed'])
  expect(status).toBe('failed')
  expect(printed).toContain('came after its test "leaves a request behind" was over')
  expect(printed).not.toContain('came after its test "runs out of time, which says enough" was over')
})

describe('a request to another origin', () => {
  const DOMAIN = 'https://accounting.tset/public/v1/customers/'

  test('fails its test where it is refused', () => {
    const { assertionResults } = fileOf('strangers-refused')
    expect(assertionResults.map(({ title, status }) => [title, status])).toEqual([
      ['survives a refused request', 'failed'],
      ['fails by a refused request', 'failed'],
      ['sends nothing elsewhere', 'passed'],
      ['asks another simulator, which is served', 'passed'],
    ])
    const complaint = `POST ${DOMAIN} was refused: the simulator answers for https://accounting.test only`
    expect(assertionResults[0]?.failureMessages).toEqual([expect.stringContaining(complaint)])
    expect(assertionResults[1]?.failureMessages).toEqual([expect.stringContaining(complaint)])
  })

  test('is warned of once for each origin', () => {
    expect(fileOf('strangers-warned').status).toBe('passed')
    const warning = `POST ${DOMAIN} is let through: the simulator answers for https://accounting.test only.`
    expect(printed.split(warning)).toHaveLength(1 + 1)
    expect(printed).not.toMatch(/http:\/\/127\.0\.0\.1\S* is let through/)
  })

  test('passes in silence if it is ignored', () => {
    expect(fileOf('strangers-ignored').status).toBe('passed')
    expect(printed).not.toContain('ignored.invalid')
  })
})

describe('a request that msw does not see', () => {
  const said = (title: string): string =>
    fileOf('past-msw')
      .assertionResults.find((one) => one.title === title)
      ?.failureMessages.join('\n') ?? 'no such test'
  const UNDICI = "msw does not see undici's own fetch and request"
  const BEFORE = 'its fetch was taken before msw replaced it'

  test.each([
    ['undici.fetch', 'a', UNDICI],
    ['undici.request', 'b', UNDICI],
    ['an agent of undici', 'c', UNDICI],
    ['the fetch of before', 'd', BEFORE],
    ['a fetch of before with an agent of undici', 'e', BEFORE],
    ['the same request three times', 'f', UNDICI],
    ['side by side, undici.request', 'h', UNDICI],
  ])('fails the test that sent it, once: %s', (title, name, why) => {
    expect(said(title)).toMatch(
      new RegExp(
        `leaves things undone:\\n  POST http://127.0.0.1:\\d+/public/v1/${name}/ went to the network, not to the simulator: ${why}`,
      ),
    )
    expect(said(title).split('went to the network')).toHaveLength(1 + 1)
    expect(said(title)).toContain('serve(simulator) of accounting-simulator/node')
  })

  test.each(['fails by itself', 'a client that cannot find it'])(
    'is named where the test fails anyway: %s',
    (title) => {
      expect(said(title)).toMatch(
        /When it failed:\n {2}POST http.*\/public\/v1\/[gi]\/ went to the network, not to the/,
      )
    },
  )

  test('leaves only that no request came, where Node does not report it', () => {
    expect(said('one over HTTP/2')).toContain(
      "When it failed:\n  the simulator got no request; if one was sent: msw sees neither HTTP/2 nor undici's own fetch and request",
    )
  })

  test('to another origin fails the test where others are refused', () => {
    expect(said('undici.request to another')).toMatch(
      /POST http:\/\/127.0.0.1:\d+\/public\/v1\/j\/ went past msw to another origin, and unhandled is 'error'/,
    )
  })

  test.each([
    'the global fetch',
    'side by side, the one that does nothing wrong: 1',
    'side by side, the one that does nothing wrong: 2',
    'its own server and a receiver on loopback',
    'a fetch of before to another',
  ])('is no other: %s', (title) => {
    expect(said(title)).toBe('')
  })
})

test('a second simulator for the same origin at the same level is refused, and says what to do', () => {
  const file = fileOf('two-of-one-origin')
  const outcomes = file.assertionResults.map(({ title, status }) => [title, status])
  expect(outcomes).toEqual([
    ['is not run', 'skipped'],
    ['is the only one', 'passed'],
    ['is the only one', 'passed'],
  ])
  expect(file.status).toBe('failed')
  expect(printed).toContain(
    'useSimulator was called twice here for https://accounting.test, and only one of the two can answer there. ' +
      "Give each a baseUrl of its own, or use one simulator with two organisations: simulator.organization('other').",
  )
  expect(printed).toContain('two-of-one-origin.fixture.ts:7:18')
})

test('useSimulator in a test or a hook is refused', () => {
  const { assertionResults } = fileOf('late-call')
  const messages = assertionResults.map(({ title, failureMessages: [message = ''] }) => [
    title,
    message.slice(0, message.indexOf('. Call it')),
  ])
  expect(messages.slice(0, 2)).toEqual([
    ['in a test', 'Error: useSimulator was called in the test "in a test" or one of its hooks'],
    ['in a hook', 'Error: useSimulator was called in the test "in a hook" or one of its hooks'],
  ])
  expect(printed).toContain('Error: useSimulator was called in a hook. Call it at the top of the file')
})

test('two hundred tests that are under way together do not see one another', () => {
  const { status, assertionResults } = fileOf('crowd')
  expect(status).toBe('passed')
  expect(assertionResults).toHaveLength(200)
})
