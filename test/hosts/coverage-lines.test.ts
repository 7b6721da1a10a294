import assert from 'node:assert/strict'
import { createSimulator, verifyWebhook } from 'accounting-simulator'
import { checkReceiver } from 'accounting-simulator/receiver'
import { expect, it } from 'vitest'
import type { NeverMetRow } from '../../src/tools/coverage/met-rows'
import { offerOf } from '../../src/tools/coverage/operations'
import { coverageReport } from '../../src/tools/coverage/report'
import { coverageText, reminderText } from '../../src/tools/coverage/report-text'
import { HOOK, measuring, Program } from '../support/coverage-program'

const { newFolder, factsSoFar, reportOf } = measuring()

const CALM = { what: 'received', paste: '' } as NeverMetRow
const nameOf = ({ what, operation }: { what: string; operation: string }): string => `${operation} ${what}`
/** Reads what an event tells of, on the simulator's clock, and asks for it again where that fails. */
async function reading(isForging = false) {
  const program = new Program({ ...CALM, paste: 'createSimulator({ rateLimits: false })' })
  const { simulator } = program
  simulator.make.invoice()
  const { secret } = await program.ask('POST', '/public/v2/webhooks/', {
    url: HOOK,
    topics: ['core.invoice/updated'],
  })
  const receive = async (request: Request): Promise<Response> => {
    const [body, { headers }] = [await request.text(), request]
    const now = Date.parse(simulator.clock.now)
    if (!isForging && !verifyWebhook({ secret, body, headers, now }).ok)
      return new Response(null, { status: 400 })
    const read = await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/1/`, {
      headers: { 'x-api-key': simulator.apiKey },
    })
    return new Response(null, { status: read.ok ? 204 : 503 })
  }
  return { simulator, receive, secret }
}

it.each(['expect', 'node:test'])(
  'the line that checks a receiver is green for a correct one (%s)',
  async (runner) => {
    newFolder()
    await new Program(CALM).live(CALM)
    const facts = factsSoFar()
    if (runner === 'node:test')
      facts.add({ dimension: 'runner', operation: '', what: runner, source: 'runner' as 'test', by: null })
    const row = coverageReport(facts, offerOf(createSimulator()), [])
      .dimensions.flatMap(({ never }) => never)
      .find(({ what }) => what === 'wrong signature')
    const line = row?.paste ?? ''
    expect(line).toMatch(
      runner === 'expect' ? /; expect\(findings\)/ : /; assert\.deepEqual\(findings, \[\]\) \/\//,
    )
    const names = ['simulator', 'receive', 'secret', 'checkReceiver', 'expect', 'assert']
    const play = async (isForging: boolean) => {
      const { simulator, receive, secret } = await reading(isForging)
      const body = `return (async () => { ${line}\n })()`
      await new Function(...names, body)(simulator, receive, secret, checkReceiver, expect, assert)
    }
    await play(false)
    await expect(play(true)).rejects.toThrow(/deep/)
  },
)

it('what only some programs can meet does not count, and what none of these operations can meet is not asked', async () => {
  const { simulator } = new Program(CALM)
  const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: object) =>
    simulator.fetch(simulator.baseUrl + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  // A mirror: it reads documents, and writes nothing but its webhook.
  const made = await send('POST', '/public/v2/webhooks/', { url: HOOK, topics: ['core.invoice/created'] })
  const { uuid } = (await made.json()) as { uuid: string }
  simulator.make.invoice()
  await send('GET', '/public/v2/invoices/')
  await send('PATCH', `/public/v2/webhooks/${uuid}/`, { is_active: true })
  const report = reportOf()
  const namesIn = (rows: 'never' | 'optional') => report.dimensions.flatMap((one) => one[rows].map(nameOf))
  const never = namesIn('never').join()
  for (const what of ['month end', 'closed period', 'over-payment', 'year end', '29 February', 'empty page'])
    expect(never).not.toContain(what)
  expect(never).toContain('overdue')
  expect(namesIn('optional')).toEqual(
    expect.arrayContaining([expect.stringContaining('29 February'), 'PATCH /public/v2/webhooks/{uuid}/ 409']),
  )
  for (const { met, never: left, of } of report.dimensions) expect(of).toBe(met.length + left.length)
  expect(report.missing.map(({ onlyIf }) => onlyIf)).toEqual([undefined, undefined, undefined])
  expect(coverageText(report)).toContain('only if your program takes the day from a clock')
  expect(reminderText(report)).toBe(
    `${namesIn('never').length} never met. The three most valuable missing tests stand at the top.\n`,
  )
})
