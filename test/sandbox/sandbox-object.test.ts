import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ObjectNamespace, type ObjectState, statusResponse, VERB } from '../../src/hosts/worker/platform'
import { SandboxObject } from '../../src/hosts/worker/sandbox-object'
import { keepSettings } from '../../src/hosts/worker/settings'
import type { SandboxPlan } from '../../src/sandbox/fleet'
import { DAY, DOMAIN } from './deployment'
import { sqliteHere } from './storages'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const HOUR = DAY / 24

/** The storage of an object, in memory. */
function memoryState(): ObjectState & { alarm: number | undefined } {
  if (!sqliteHere) throw new Error('there is no SQLite')
  const database = new sqliteHere(':memory:')
  const state = {
    alarm: undefined as number | undefined,
    storage: {
      sql: {
        databaseSize: 0,
        exec(query: string, ...values: unknown[]) {
          const statement = database.prepare(query)
          const isRead = /^SELECT|RETURNING/.test(query)
          const rows = isRead ? (statement.all(...(values as string[])) as Record<string, unknown>[]) : []
          if (!isRead) statement.run(...(values as string[]))
          return { raw: () => rows.map((row) => Object.values(row)), toArray: () => rows }
        },
      },
      transactionSync: <Result>(work: () => Result): Result => work(),
      setAlarm: async (at: number) => {
        state.alarm = at
      },
      deleteAlarm: async () => {
        state.alarm = undefined
      },
      deleteAll: async () => database.exec('DROP TABLE head'),
    },
  }
  return state as ObjectState & { alarm: number | undefined }
}

describe.runIf(sqliteHere)('the object of a sandbox', () => {
  let state: ReturnType<typeof memoryState>
  let object: SandboxObject
  const told: string[] = []
  const team: ObjectNamespace = {
    idFromName: (name) => name,
    get: () => ({
      fetch: async (request) => {
        told.push(request.headers.get(VERB) ?? '')
        return statusResponse('done')
      },
    }),
  }
  const call = (verb: string, body: unknown = {}): Promise<Response> =>
    object.fetch(
      new Request('https://object.internal/', {
        method: 'POST',
        headers: { [VERB]: verb },
        body: JSON.stringify(body),
      }),
    )
  const statusOf = async (): Promise<string | number> => {
    const response = await object.fetch(new Request('https://object.internal/public/v1/items/'))
    return response.headers.get(VERB) ?? response.status
  }
  /** The platform makes the object anew, and calls it then. */
  const ring = async (at: number): Promise<void> => {
    vi.setSystemTime(at)
    object = new SandboxObject(state, { TEAM: team, SANDBOX: team, SECRET: '' })
    await object.alarm()
  }
  const make = async (more: Partial<SandboxPlan['head']> = {}): Promise<void> => {
    const head = { id: 'abc', team: 'web', name: 'x', clock: 'manual', options: {}, tokenHash: '' } as const
    await call('create', { apiKey: 'key', head: { ...head, created: NOW, ...more } } satisfies SandboxPlan)
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(NOW)
    keepSettings({ domain: DOMAIN })
    told.length = 0
    state = memoryState()
    object = new SandboxObject(state, { TEAM: team, SANDBOX: team, SECRET: '' })
  })
  afterEach(() => void vi.useRealTimers())

  test('lies in the bin when nobody has used it for 30 days, and is gone 7 days later', async () => {
    await make()
    expect(state.alarm).toBe(NOW + 30 * DAY)
    await ring(NOW + 30 * DAY)
    expect([await statusOf(), told, state.alarm]).toEqual(['missing', ['bin'], NOW + 37 * DAY])
    await ring(NOW + 37 * DAY)
    expect([told, (await call('restore')).headers.get(VERB)]).toEqual([['bin', 'remove'], 'missing'])
  })

  test('is as before when it is taken out of the bin', async () => {
    await make()
    await ring(NOW + 30 * DAY)
    vi.setSystemTime(NOW + 36 * DAY)
    expect((await call('restore')).headers.get(VERB)).toBe('done')
    expect([await statusOf(), state.alarm]).toEqual([401, NOW + 66 * DAY])
  })

  test.each([
    ['32 days later', 32],
    ['400 days later', 400],
  ])('survives a platform that calls it %s', async (_, days) => {
    await make()
    await ring(NOW + days * DAY)
    expect([await statusOf(), told, state.alarm]).toEqual([401, [], NOW + (days + 30) * DAY])
  })

  test('whose end has passed while the platform was away is kept for an hour', async () => {
    await make({ expires: NOW + 2 * HOUR })
    const back = NOW + 90 * DAY
    await ring(back)
    expect([await statusOf(), told, state.alarm]).toEqual([401, [], back + HOUR])
    await ring(back + HOUR)
    expect([await statusOf(), told]).toEqual(['missing', ['bin']])
  })
})
