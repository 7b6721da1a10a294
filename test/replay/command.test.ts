import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHar } from 'accounting-simulator/replay'
import { afterAll, describe, expect, test } from 'vitest'
import { runReplay } from '../../src/adapters/node-replay'
import { shopSession } from './shop-session'

const folder = mkdtempSync(join(tmpdir(), 'accounting-simulator-replay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(...args: string[]) {
  let [out, error] = ['', '']
  const status = await runReplay(args, {
    out: (text) => {
      out += text
    },
    error: (text) => {
      error += text
    },
  })
  return { status, out, error }
}

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
    expect(out).toContain(`createSimulator({ assumptions: {"list-body":"bare-array","rounding":"down"} })`)
    expect(status).toBe(1)
  })

  test('--json prints the report, which --assumptions takes', async () => {
    const { out } = await run(differs, '--json')
    expect(JSON.parse(out)).toMatchObject({ exchanges: 20, assumptions: { rounding: 'down' } })
    expect((await run(differs, '--assumptions', file('report.json', out))).status).toBe(0)
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
    [[join(folder, 'missing.har')], 'ENOENT'],
    [[file('cut.har', JSON.stringify(toHar(alike.traffic)).slice(0, 5000))], 'cut off'],
    [[file('text.har', 'no JSON at all')], 'not JSON'],
    [[file('empty.jsonl', '\n\n')], 'the recording is empty'],
    [[huge], '104857600 bytes'],
    [[agrees, '--origin', 'https://elsewhere.example'], 'nothing in the recording went to the service'],
    [[agrees, '--colour'], "Unknown option '--colour'"],
    [[agrees, '--assumptions', file('wrong.json', '{"rounding":"up"}')], 'rounding'],
  ]

  test.each(unreadable)('%j ends with 2: %s', async (args, words) => {
    const { status, out, error } = await run(...args)
    expect(error).toContain(words)
    expect({ status, out }).toEqual({ status: 2, out: '' })
  })
})
