import { createSimulator, type Simulator } from 'accounting-simulator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findWorkerScript, foldersOfStories } from '../../src/hosts/browser/worker-script'
import { PanelAnswers } from '../../src/hosts/storybook/answer-panel'
import { AGAIN, STATUS, type StoryStatus } from '../../src/hosts/storybook/channel'
import { KeptWorld, type Mounted } from '../../src/hosts/storybook/kept-world'
import type { AccountingSimulatorParameters } from '../../src/hosts/storybook/parameters'
import { ReadArgs } from '../../src/hosts/storybook/read-args'
import { checkName, simulatorFor } from '../../src/hosts/storybook/story-simulator'
import {
  notPlayedAgain,
  type PreparedStory,
  tellInPlay,
  tellInTest,
} from '../../src/hosts/storybook/tell-timeline'
import { CHOICES, chosen } from '../../src/hosts/storybook/toolbar'

/** What the toolbar puts in the place of an empty world in which one request fails. */
const OUTCOMES: Readonly<Record<string, unknown>> = {
  'small-company': [2, ['status']],
  none: [1, []],
  offline: [1, ['networkError']],
  waiting: [1, ['delay']],
  'responses to writes lost': [1, ['loseResponse']],
}

describe('the parameter accountingSimulator', () => {
  it.each([
    [
      { senario: 'outage' },
      'accountingSimulator.senario',
      'accountingSimulator.senario is not a known member, perhaps scenario',
    ],
    [{ scenario: 'lost-reply' }, 'accountingSimulator.scenario', 'accountingSimulator.scenario '],
    [{ date: 'fixed' }, 'accountingSimulator.date', 'accountingSimulator.date must be'],
    ['outage', 'accountingSimulator', 'accountingSimulator must be an object'],
  ])('%j is refused', async (parameters, option, message) => {
    await expect(simulatorFor(parameters as AccountingSimulatorParameters)).rejects.toMatchObject({
      name: 'OptionError',
      option,
      message: expect.stringContaining(message),
    })
  })
})

it('the panel is told how much has failed, also what the log of deliveries keeps no more', async () => {
  const simulator = await simulatorFor({})
  const told: StoryStatus[] = []
  const answers = new PanelAnswers({
    on: () => undefined,
    off: () => undefined,
    emit: (name, message) => void (name === STATUS && told.push(JSON.parse(message) as StoryStatus)),
  })
  const headers = { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' }
  const hook = { url: 'https://hooks.example.com/in', topics: ['core.customer/created'] }
  await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body: JSON.stringify(hook) })
  await simulator.fetch('/public/v1/customers/99/', { headers })
  simulator.webhooks.connect(hook.url, () => new Response('down', { status: 500 }))
  answers.show(simulator)
  simulator.make.customer()
  await simulator.clock.advance('1 minute')
  const failed = 1 + simulator.webhooks.attempts.length
  expect(failed).toBeGreaterThan(1)
  await simulator.clock.advance('6 days')
  simulator.webhooks.connect(hook.url, () => new Response('ok'))
  const later = 1 + simulator.webhooks.attempts.length
  await simulator.clock.advance('90 days')
  await new Promise((resolve) => setImmediate(resolve))
  expect(simulator.webhooks.attempts).toHaveLength(0)
  expect(told.at(-1)).toEqual({ failed: later, now: simulator.clock.now })
  answers.show(undefined)
  expect(told.at(-1)).toEqual({ failed: 0 })
})

describe('a story that is rendered again', () => {
  const story = async (id: string): Promise<Mounted> => ({
    id,
    simulator: await simulatorFor({}),
    msw: { use: () => undefined, resetHandlers: () => undefined, listHandlers: () => [] },
    world: { args: new ReadArgs({}), toolbar: '{}' },
  })
  const lives = ({ simulator }: Mounted): Promise<boolean> =>
    simulator.clock.advance('1 minute').then(
      () => true,
      () => false,
    )

  // biome-ignore format: a table
  it.each([
    ['the menu was used',             true,  'bills--open', true,  true],
    ['another story came in between', true,  'bills--due',  false, false],
    ['the menu was not used',         false, 'bills--open', false, false],
  ])('if %s: kept %3$s', async (_, isAsked, next, isTaken, isAlive) => {
    const heard = new Map<string, () => void>()
    const sent: unknown[] = []
    const worlds = new KeptWorld()
    worlds.hear({ on: (name, listener) => heard.set(name, listener), emit: (...call) => sent.push(call) })
    heard.get(AGAIN)?.()
    expect(sent).toEqual([])
    const shown = await story('bills--open')
    worlds.begin(shown)
    if (isAsked) heard.get(AGAIN)?.()
    expect(sent).toEqual(isAsked ? [['forceRemount', { storyId: 'bills--open' }]] : [])
    worlds.end(shown)
    expect(worlds.take(next) === shown).toBe(isTaken)
    expect(await lives(shown)).toBe(isAlive)
    expect(worlds.take('bills--open')).toBeUndefined()
  })
})

describe('the name of the parameter', () => {
  it.each(['accountingSimulater', 'AccountingSimulator', 'accounting_simulator', 'acountingSimulator'])(
    'is told for %s, which Storybook would ignore',
    (name) =>
      expect(() => checkName({ [name]: {} })).toThrow(
        `there is no parameter ${name}, perhaps accountingSimulator`,
      ),
  )

  it.each(['accountingSimulator', 'accountingService', 'simulator', 'msw', 'layout', 'docs', 'a11y'])(
    'has nothing to say about %s',
    (name) => expect(checkName({ [name]: {} })).toBeUndefined(),
  )
})

describe('arguments and toolbar of a story', () => {
  it('arrange gets the arguments, and those that it reads begin the story anew', async () => {
    const arrange = ({ clock }: Simulator, { days }: { days: number }) => clock.advance({ days })
    const args = new ReadArgs({ days: 90, title: 'Due' })
    const simulator = await simulatorFor({ arrange } as AccountingSimulatorParameters, args.read)
    expect(simulator.clock.now).toBe('2026-04-15T09:00:00.000Z')
    expect([{ days: 90, title: 'Late' }, { days: 91 }, {}].map((given) => args.areIn(given))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('says of each choice what it is', () => {
    const titles = Object.values(CHOICES).flatMap(({ items }) => items.map(({ title }) => title))
    expect(titles.slice(0, 2)).toEqual(['World: of the story', 'World: small-company'])
    expect(titles.filter((title) => !/^(World|Fault): [^,]+$/.test(title))).toEqual([])
  })

  it.each(Object.values(CHOICES).flatMap(({ items }) => items.map(({ value }) => value)))(
    '%j can be chosen',
    async (name) => {
      const own = { world: 'empty', faults: { then: { status: 500 } } } as const
      const simulator = await simulatorFor({
        ...own,
        ...chosen({ accountingWorld: name, accountingFault: name }),
      })
      expect([
        simulator.records.companies.count(),
        simulator.faults.list().map(({ effect }) => Object.keys(effect)[0]),
      ]).toEqual(OUTCOMES[name] ?? [1, ['status']])
    },
  )
})

describe('rate limits of a story', () => {
  it.each([
    [{}, 60, 0],
    [{ options: { rateLimits: { endpoint: { burst: 5, refillPerSecond: 1 } } } }, 6, 1],
  ] as const)('%j: of %i requests at one instant %i are refused', async (parameters, requests, refused) => {
    const simulator = await simulatorFor(parameters)
    const statuses: number[] = []
    for (let sent = 0; sent < requests; sent += 1) {
      const headers = { 'X-API-KEY': simulator.apiKey }
      statuses.push((await simulator.fetch('/public/v1/customers/', { headers })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(refused)
  })
})

describe('a worker script that is missing', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const user = {
    name: 'accounting-simulator/storybook',
    placing: 'and serve it.',
    scoping: '',
    folders: () => ['./', '/'],
  }

  it('names the caller, what the server answers, and what to do', async () => {
    vi.stubGlobal('document', { baseURI: 'http://localhost:6006/iframe.html' })
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await expect(findWorkerScript({}, user)).rejects.toThrow(
      "accounting-simulator/storybook: msw's worker script is missing. " +
        'http://localhost:6006/mockServiceWorker.js answers 404. ' +
        'Write it with `npx msw init public/ --save` and serve it.',
    )
  })
})

describe('the worker script', () => {
  afterEach(() => void vi.unstubAllGlobals())

  // page, where its user looks first
  it.each([
    ['/books/ui/iframe.html', '/books/ui/mockServiceWorker.js'],
    ['/iframe.html', '/mockServiceWorker.js'],
    ['/__vitest_test__/__test__/1.html', '/mockServiceWorker.js'],
  ])('of %s is asked for at %s', async (page, script) => {
    const location = new URL(page, 'http://localhost:6006')
    vi.stubGlobal('location', location)
    vi.stubGlobal('document', { baseURI: location.href })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(new URL(url).pathname)
      return new Response('', { headers: { 'content-type': 'text/javascript' } })
    })
    await findWorkerScript({}, { name: '', placing: '', scoping: '', folders: foldersOfStories })
    expect(asked).toEqual([script])
  })
})

describe('a failing story', () => {
  const LINE = 'make.customer'
  const asked = (): Simulator => {
    const simulator = createSimulator()
    simulator.make.customer({ name: 'Acme' })
    return simulator
  }
  const DOCS = '?viewMode=docs&id=bills--docs'
  const framed = (search: string) => vi.stubGlobal('window', { parent: { location: { search } } })
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['an Error', new Error('not found'), 'not found'],
    ['a DOMException, whose message cannot be set', new DOMException('too late', 'TimeoutError'), 'too late'],
  ])('tells its timeline in %s', async (_, error, message) => {
    framed('?path=/story/bills--open')
    const story: PreparedStory = { playFunction: () => Promise.reject(error) }
    tellInPlay(story)
    tellInPlay(story)
    const simulator = asked()
    await expect(Promise.resolve(story.playFunction?.({ simulator, parameters: {} }))).rejects.toBe(error)
    expect(error.message.startsWith(`${message}\n\n`)).toBe(true)
    expect(error.message.split('Timeline:')).toHaveLength(2)
    expect(error.message).toContain(LINE)
  })

  it("tells its timeline before a page in the error's text, of which the test runner shows the first 1,000 characters", async () => {
    framed('?path=/story/bills--open')
    const page = `Ignored nodes: comments\n<body>\n${'  <p>Acme</p>\n'.repeat(200)}</body>`
    const story: PreparedStory = {
      playFunction: () => Promise.reject(new Error(`Unable to find Acme\n\n${page}`)),
    }
    tellInPlay(story)
    const error = await Promise.resolve(story.playFunction?.({ simulator: asked(), parameters: {} })).catch(
      (thrown: Error) => thrown,
    )
    const { message } = error as Error
    expect(message.startsWith('Unable to find Acme\n\n')).toBe(true)
    expect(message.slice(0, 1000)).toMatch(/Timeline:[\s\S]*make\.customer/)
    expect(message.endsWith(`\n\n${page}`)).toBe(true)
  })

  it('tells its timeline in the error of a vitest test', async () => {
    const errors = [{ message: 'not found', stack: 'Error: not found\n    at story' }]
    const task: { result: object; onFailed?: (() => Promise<void>)[] } = { result: { errors } }
    vi.stubGlobal('__vitest_worker__', { current: task })
    tellInTest(asked())
    for (const told of task.onFailed ?? []) await told()
    expect(errors[0]?.message).toContain(LINE)
    expect(errors[0]?.stack).toMatch(/Timeline:[\s\S]*\n {4}at story$/)
  })

  // biome-ignore format: a table
  it.each([
    ['a docs page',            DOCS,                       {},                                      false, 'begins'],
    ['a docs page, autoplay',  DOCS,                       { docs: { story: { autoplay: true } } }, false, 'is played'],
    ['a docs page, own mount', DOCS,                       {},                                      true,  'is played'],
    ['the canvas',             '?path=/story/bills--open', {},                                      false, 'is played'],
  ])('in %s it %5$s', async (_, search, parameters, usesMount, end) => {
    framed(search)
    const playFunction = vi.fn()
    const story: PreparedStory = { playFunction, usesMount }
    tellInPlay(story)
    await story.playFunction?.({ parameters })
    expect(playFunction).toHaveBeenCalledTimes(end === 'begins' ? 0 : 1)
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('rendered again in its world, with usesMount %s it is played %i times', async (usesMount, times) => {
    framed('?path=/story/bills--open')
    const playFunction = vi.fn()
    const story: PreparedStory = { playFunction, usesMount }
    tellInPlay(story)
    const simulator = asked()
    notPlayedAgain(simulator)
    await story.playFunction?.({ simulator, parameters: {} })
    await story.playFunction?.({ simulator: asked(), parameters: {} })
    expect(playFunction).toHaveBeenCalledTimes(times + 1)
  })
})
