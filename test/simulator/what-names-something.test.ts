import { createSimulator, isOptionError } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { describe, expect, it } from 'vitest'

/** An object that cannot be written into a text. */
const UNWRITABLE = { toString: 1, valueOf: 2 }

describe('what names something may be anything', () => {
  const simulator = createSimulator()
  const { admin, books, webhooks } = simulator
  const given = UNWRITABLE as never
  it.each<[string, () => unknown]>([
    ['contracts.activate', () => admin.contracts.activate(given)],
    ['contracts.terminate', () => admin.contracts.terminate(given, '2026-01-01')],
    ['contracts.recordUsage', () => admin.contracts.recordUsage([{ obligation_id: given } as never])],
    ['assets.dispose', () => admin.assets.dispose(given, { date: '2026-01-01', proceeds: '1.00' } as never)],
    ['keys.revoke', () => admin.keys.revoke(given)],
    ['keys.issue, permissions', () => admin.keys.issue({ permissions: [given] })],
    ['keys.issue, organization', () => admin.keys.issue({ organization: true as never })],
    ['periods.lockThrough', () => admin.periods.lockThrough(given, '2026-01-01')],
    ['books.trialBalance', () => books.trialBalance({ companyId: given })],
    ['webhooks.replay', () => webhooks.replay(given)],
    ['webhooks.drop', () => webhooks.drop(given)],
  ])('%s refuses an object by name', (_, call) => {
    expect(call).toThrow(expect.objectContaining({ name: 'OptionError' }))
    expect(call).not.toThrow(/there is no .* an object/)
  })

  // what is given for a request, the message
  it.each<[unknown, string]>([
    [UNWRITABLE, 'input must be a Request, a URL or a text that is one, not an object'],
    [{ url: 7, headers: {} }, 'input must be a Request, a URL or a text that is one, not an object'],
    ['//', "input must be a Request, a URL or a text that is one, not '//'"],
  ])('fetch of %j rejects', async (input, message) => {
    const answer = simulator.fetch(input as never)
    await expect(answer).rejects.toMatchObject({ name: 'OptionError', message })
  })

  it('an object is called one, and a number that is none is said', () => {
    expect(() => admin.contracts.activate({} as never)).toThrow('id must name one contract, not an object')
    expect(() => admin.contracts.activate(9)).toThrow('there is no contract 9')
  })

  it.each<[object, string]>([
    [{ account: 9999 }, 'there is no account 9999'],
    [{ account_number: 4001 }, 'there is no account 4001, perhaps 4000'],
    [{ account: 1 }, 'there is no account 1; 1 is the id of account 1000'],
  ])('entries of %j are refused', (query, message) => {
    expect(() => books.entries(query)).toThrow(expect.objectContaining({ name: 'OptionError', message }))
  })

  it('an account without entries has none', () => {
    expect(books.entries({ account: 4000 })).toEqual([])
  })

  it('over the controls it is a 400', async () => {
    const request = (path: string, body: object) =>
      new Request(`https://x.test/__simulator${path}`, { method: 'POST', body: JSON.stringify(body) })
    const answer = controls(simulator)
    const issued = await answer(request('/admin/keys/issue', { permissions: [UNWRITABLE] }))
    const activated = await answer(request('/admin/contracts/activate', { id: UNWRITABLE }))
    expect([issued.status, activated.status]).toEqual([400, 400])
  })

  const file = JSON.stringify(simulator.export())
  const { tables } = JSON.parse(file) as { tables: Record<string, Record<string, Record<string, unknown>[]>> }
  const rows = Object.entries(tables).flatMap(([scope, all]) =>
    Object.entries(all).flatMap(([table, [row]]) =>
      row ? [{ scope, table, members: Object.keys(row) }] : [],
    ),
  )
  it.each(rows)('a world refuses rows of $table by name ($scope)', ({ scope, table, members }) => {
    for (const member of members) {
      const world = JSON.parse(file)
      world.tables[scope][table][0][member] = UNWRITABLE
      try {
        createSimulator({ world })
      } catch (error) {
        expect(isOptionError(error), `${member}: ${String(error)}`).toBe(true)
      }
    }
  })
})
