import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { serve } from 'accounting-simulator/node'
import { describe, expect, test } from 'vitest'
import { runExplore } from '../../src/command/explore'
import { runInit } from '../../src/command/init'
import { runReplay } from '../../src/command/replay'
import { runServe } from '../../src/command/serve-command'
import { CONTROLS_PATH } from '../../src/tools/controls/controls-path'
import { CONTROLS } from '../../src/tools/controls/open-controls'
import { OrganizationPicker } from '../../src/tools/inspector/panel-header'
import { Controls } from '../../src/tools/inspector/port'
import { TOOLS } from '../../src/tools/mcp/server'

/** Letters that no name has, in the middle of one. */
const misspelt = (name: string): string => `${name.slice(0, -1)}q${name.slice(-1)}`

async function told(call: string, body?: object): Promise<string> {
  const [method = '', path = ''] = call.split(' ')
  const request = new Request(`http://simulator.test${CONTROLS_PATH}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await controls(createSimulator())(request)
  return `${answer.status} ${await answer.text()}`
}

describe('controls', () => {
  test('every path', async () => {
    for (const { method, path } of CONTROLS) {
      const [first = '', ...others] = path.slice(1).split('/')
      const wrong = ['', misspelt(first), ...others.map((one) => one.replace('{}', '1'))].join('/')
      expect(await told(`${method} ${wrong}`), path).toMatch(
        /^404 .*there is no control .*, perhaps [A-Z]+ \/__simulator\//,
      )
    }
  })

  test('every member of a body, and every parameter', async () => {
    for (const { method, path, takes } of CONTROLS) {
      if (takes === undefined || takes === '*') continue
      for (const name of Object.keys(takes)) {
        const wrong = misspelt(name)
        const call = method === 'GET' ? `${method} ${path}?${wrong}=1` : `${method} ${path}`
        const said = await told(call, method === 'GET' ? undefined : { [wrong]: 1 })
        expect(said, `${path} ${name}`).toMatch(new RegExp(`^400 .*${wrong} is not a known member`))
      }
    }
  })

  test('a parameter that a control does not take, and a body that it does not read', async () => {
    for (const { method, path, takes } of CONTROLS) {
      if (path === '/records/{}' && method === 'GET') continue
      const call = `${method} ${path.replaceAll('{}', '1')}`
      const body = method === 'GET' ? undefined : {}
      expect(await told(`${call}?strange=1`, body), call).toMatch(/^400 .*strange is not a known member/)
      if (method !== 'GET' && takes !== '*')
        expect(await told(call, { strange: 1 }), call).toMatch(/^400 .*strange is not a known member/)
    }
  })

  test.each([
    ['POST /admin/period/unlock', {}, "call cannot be 'period.unlock', perhaps periods.unlock"],
    ['POST /admin/periods/unlock', { companyid: 1 }, 'companyid is not a known member, perhaps companyId'],
    [
      'POST /scenarios/play',
      { name: 'rate-limit-stom' },
      "name cannot be 'rate-limit-stom', perhaps rate-limit-storm",
    ],
    ['POST /faults', { on: 'POST', then: { status: 503 } }, 'perhaps POST /public/*'],
    [
      'POST /matchers/toHaveNoDuplicate',
      {},
      'there is no matcher toHaveNoDuplicate, perhaps toHaveNoDuplicates',
    ],
    [
      'POST /matchers/toHaveNoDuplicates',
      { records: 'invoice' },
      'there is no record type invoice, perhaps invoices',
    ],
    ['POST /matchers/toHaveNoDuplicates', { options: { by: 'referenceNumber' } }, 'perhaps reference_number'],
    ['GET /records/invoice', undefined, 'there is no record type invoice, perhaps invoices'],
    [
      'GET /records/invoices?custmer_id=1',
      undefined,
      'custmer_id is not a known member, perhaps customer_id',
    ],
    ['GET /timeline?filter=stauts:503', undefined, 'stauts is not a field, perhaps status'],
    ['GET /books/entries?record=invoce/1', undefined, "record.type cannot be 'invoce', perhaps invoices"],
    ['POST /clock/run-until', { records: 'invoice' }, 'there is no record type invoice, perhaps invoices'],
    ['POST /clock/advance', { duration: '5 minuts' }, 'as a duration, perhaps minutes. '],
    [
      'GET /traffic?format=txt',
      undefined,
      "format cannot be 'txt', perhaps text; it is one of json, text, html",
    ],
    [
      'POST /checkpoints',
      {},
      'there is no control /__simulator/checkpoints, perhaps POST /__simulator/snapshots',
    ],
    ['GET /zzz', undefined, 'there is no control /__simulator/zzz; GET /__simulator lists them'],
    ['GET /traffic?organization=ogr-1', undefined, "organization cannot be 'ogr-1', perhaps org-1"],
    ['POST /clock/advance', { duration: '2026-02-01' }, 'is an instant, for clock.advanceTo'],
    ['DELETE /forks/77', undefined, 'there is no fork 77; there is none'],
    ['POST /snapshots/mine/restore', {}, 'there is no snapshot mine; there is none'],
    ['DELETE /faults/7', undefined, 'there is no fault 7; there is none'],
    ['GET /plays/7', undefined, 'there is no play 7; there is none'],
  ])('%s %j', async (call, body, message) => {
    expect(await told(call, body)).toContain(message)
  })
})

describe('an organisation that is not there', () => {
  const ask = async (simulator: Simulator, path: string): Promise<string> => {
    const answer = await controls(simulator)(new Request(`http://simulator.test${CONTROLS_PATH}${path}`))
    return `${answer.status} ${await answer.text()}`
  }

  test.each(['acme', 'org-2', 'org-10', 'another'])('%s may come later', async (name) => {
    expect(await ask(createSimulator(), `/traffic?organization=${name}`)).toBe('200 []')
    expect(await ask(createSimulator(), `/records/invoices?organization=${name}`)).toContain('"count":0')
  })

  test('is refused where it is near to one that is there', async () => {
    const simulator = createSimulator()
    simulator.organization('acme').make.customer()
    expect(await ask(simulator, '/records/invoices?organization=accme')).toContain(
      '400 {"error":"organization cannot be \'accme\', perhaps acme',
    )
  })

  test.each([
    '/organizations',
    '/changes?after=0&wait=0',
    '/timeline',
    '/timeline/forgotten',
    '/moments',
    '/clock',
  ])('is not asked after by %s, which is of all', async (path) => {
    const said = await ask(createSimulator(), `${path}${path.includes('?') ? '&' : '?'}organization=ogr-1`)
    expect(said).toMatch(/^200 /)
  })

  test('after a reset is left by the panel', async () => {
    const simulator = createSimulator()
    simulator.organization('orrg-1').make.customer()
    const panel = new Controls(controls(simulator))
    const picker = new OrganizationPicker(panel, () => undefined)
    await picker.load()
    picker.choose('orrg-1')
    expect(await panel.get('/traffic')).toEqual([])
    simulator.reset()
    await picker.load()
    expect(panel.organization).toBeUndefined()
    expect(await panel.get('/traffic')).toEqual([])
  })
})

describe('a path of a server', () => {
  const answerTo = async (path: string): Promise<string> => {
    const server = await serve(createSimulator(), { controls: true })
    try {
      const answer = await fetch(server.url + path)
      return `${answer.status} ${await answer.text()}`
    } finally {
      await server.close()
    }
  }

  test.each([
    ['/__simulater/forks', '404 {"error":"there is no /__simulater/forks, perhaps /__simulator/forks"}'],
    ['/_simulator/', '404 {"error":"there is no /_simulator/, perhaps /__simulator/"}'],
    ['/__simulator/ui/', '404 {"error":"the panel is not served here: ask for it with --ui, or with serve('],
    ['/public/v1/invoice/', '401 {'],
  ])('%s', async (path, told) => {
    expect(await answerTo(path)).toContain(told)
  })
})

describe('the command', () => {
  const output = () => {
    const said: string[] = []
    const print = (text: string) => said.push(text)
    return { said, to: { out: print, error: print, create: createSimulator } }
  }

  test.each([
    [['--prot', '1'], 'there is no option --prot, perhaps --port'],
    [['--clock', 'manul'], '--clock must be live or manual, not manul, perhaps manual'],
    [['--controls', 'anyon'], '--controls must be loopback, anyone or off, not anyon, perhaps anyone'],
    [['--end-with', 'stdn'], '--end-with must be stdin or parent, not stdn, perhaps stdin'],
  ])('%j', (args, message) => {
    expect(() => runServe.read(args)).toThrow(message)
  })

  test.each([
    ['explore', ['--fault', 'production'], 'there is no option --fault, perhaps --faults'],
    [
      'explore',
      ['--faults', 'prodction', '--', 'true'],
      "--faults cannot be 'prodction', perhaps production",
    ],
    [
      'explore',
      ['--plan', '[{"on":"GET /","do":"los"}]', '--', 'true'],
      "plan[0].do cannot be 'los', perhaps lose",
    ],
    ['replay', ['--orign', 'x'], 'there is no option --orign, perhaps --origin'],
    ['init', ['--yse'], 'there is no option --yse, perhaps --yes'],
  ])('%s %j', async (word, args, message) => {
    const { said, to } = output()
    if (word === 'explore') await runExplore(args, to)
    else if (word === 'replay') await runReplay(args, to)
    else await runInit(args, to)
    expect(said.join('')).toContain(message)
  })
})

test('every argument of every tool for agents', async () => {
  const session = { url: '', world: undefined, documentation: '' } as never
  for (const { name, takes, run } of TOOLS)
    for (const argument of Object.keys(takes)) {
      const called = run({ [misspelt(argument)]: 1 }, session, {} as never)
      await expect(called, `${name} ${argument}`).rejects.toThrow(
        `${misspelt(argument)} is not a known member`,
      )
    }
})
