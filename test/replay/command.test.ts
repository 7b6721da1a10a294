import { truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toHar } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { runReplay } from '../../src/command/replay'
import { runCommand } from '../support/run-command'
import { temporaryFolder } from '../support/temporary-folder'
import { RECORDERS } from './recorders'
import { shopSession } from './shop-session'

const folder = temporaryFolder()

const run = (...args: string[]) => runCommand((output) => runReplay(args, output))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('accounting-simulator replay', { timeout: 240_000 }, async () => {
  const alike = await shopSession()
  const other = await shopSession({ assumptions: { 'list-body': 'bare-array', rounding: 'down' } })
  const agrees = file('alike.har', JSON.stringify(toHar(alike.traffic)))
  const differs = file('other.har', JSON.stringify(toHar(other.traffic)))

  test('ends with 0 if all agrees', async () => {
    const { status, out } = await run(agrees)
    expect(out).toContain('20 of 20 exchanges with https://accounting.test are answered alike.')
    expect(out).toContain('Confirmed')
    expect(status).toBe(0)
  })

  test('ends with 1 if something differs, and says what to do', async () => {
    const { status, out } = await run(differs)
    expect(out).toContain('list-body (§8.1)')
    expect(out).toContain('"object" here; "bare-array" fits the recording')
    expect(out).toContain(`    assumptions: {"list-body":"bare-array","rounding":"down"},\n`)
    expect(status).toBe(1)
  })

  test('--json prints the report, which --assumptions takes', async () => {
    const { out } = await run(differs, '--json')
    expect(JSON.parse(out)).toMatchObject({ exchanges: 20, assumptions: { rounding: 'down' } })
    const report = file('report.json', out)
    expect((await run(differs, '--assumptions', report)).status).toBe(0)
    expect((await run(differs, '--options', report)).status).toBe(0)
  })

  test('reads the files beside a HAR that it names, and nothing else', async () => {
    const write = RECORDERS['Playwright (attach)']
    const { text = '', files = new Map() } = write?.([...alike.traffic], () => true) ?? {}
    for (const [name, body] of files) file(name, body)
    const whole = await run(file('attached.har', text))
    expect(whole).toMatchObject({ status: 0, out: expect.stringContaining('20 of 20 exchanges') })
    const outside = text.replace(/"_file":"[^"]+"/g, `"_file":"../${basename(folder)}/1-body.json"`)
    const { status, out } = await run(file('outside.har', outside))
    expect(out).toMatch(/^0 of 20 exchanges with \S+ are answered alike, and \d+ more in status and headers/)
    expect(status).toBe(0)
  })

  test('--help prints how to use it', async () => {
    expect(await run('--help')).toMatchObject({ status: 0, out: expect.stringContaining('replay FILE') })
  })

  const huge = file('huge.jsonl', '')
  truncateSync(huge, 100 * 1024 * 1024)

  // arguments, words of the message
  const unreadable: [string[], string][] = [
    [[], 'takes one FILE'],
    [[agrees, differs], 'takes one FILE'],
    [[join(folder, 'alik.har')], `there is no file ${join(folder, 'alik.har')}, perhaps alike.har`],
    [[join(folder, 'nowhere', 'a.har')], 'there is no file'],
    [[folder], 'is a folder; replay takes a file, such as alike.har'],
    [[file('cut.har', JSON.stringify(toHar(alike.traffic)).slice(0, 5000))], 'cut off'],
    [[file('text.har', 'no JSON at all')], 'not JSON'],
    [[file('empty.jsonl', '\n\n')], 'the recording is empty'],
    [[huge], '104857600 bytes'],
    [[agrees, '--origin', 'https://elsewhere.example'], 'nothing in the recording went to the service'],
    [[agrees, '--origin', 'accounting.test'], '--origin must be a URL such as https://api.example.com'],
    [[agrees, '--orign=x'], 'there is no option --orign, perhaps --origin'],
    [[agrees, '--colour'], 'there is no option --colour; --help tells more'],
    [[agrees, '--options'], "Option '--options <value>' argument missing"],
    [[agrees, '--assumptions', file('value.json', '{"rounding":"up"}')], '"half-away-from-zero"'],
    [[agrees, '--assumptions', file('id.json', '{"list-boddy":"x"}')], "'list-boddy', perhaps list-body"],
    [[agrees, '--assumptions', file('list.json', '[]')], 'must hold an object'],
    [[agrees, '--assumptions', file('cut.json', '{"rounding":')], 'is not JSON'],
    [[agrees, '--assumptions', join(folder, 'ids.json')], 'perhaps id.json'],
    [[agrees, '--options', file('options.json', '{"answer":{}}')], 'has answer, perhaps answers'],
    [
      [agrees, '--options', file('texts.json', '{"answers":{"texts":{"Not fund":"x"}}}')],
      'perhaps Not found',
    ],
    [[file('entries.har', '{"entries":[]}')], 'exchange 0: at must be a date-time'],
    [[file('binary.har', '\u0000\u0001')], 'not JSON'],
    [[file('session.zip', 'PK\u0003\u0004')], 'is a ZIP archive; unpack it'],
    [[file('quiet.har', '{"log":{"entries":[]}}')], 'the recording is empty'],
  ]

  test.each(unreadable)('%j ends with 2: %s', async (args, words) => {
    const { status, out, error } = await run(...args)
    expect(error).toContain(words)
    expect({ status, out }).toEqual({ status: 2, out: '' })
  })
})
