import { expect, test } from 'vitest'
import { ObjectFleet } from '../../src/hosts/worker/object-fleet'
import { type ObjectNamespace, statusResponse, VERB } from '../../src/hosts/worker/platform'
import type { SandboxPlan } from '../../src/sandbox/fleet'

const PLAN = {
  apiKey: 'key',
  head: { id: 'abc', team: 'web', name: 'x', clock: 'manual', options: {}, created: 0, tokenHash: '' },
} satisfies SandboxPlan

/** Objects that note what they are told. */
const noting = (told: string[], answer: (verb: string) => Response): ObjectNamespace => ({
  idFromName: (name) => name,
  get: () => ({
    fetch: async (request) => {
      const verb = request.headers.get(VERB) ?? ''
      told.push(verb)
      return answer(verb)
    },
  }),
})

test.each<[what: string, answer: () => Response, error: string]>([
  [
    'fails',
    () => {
      throw new Error('the object was reset')
    },
    'the object was reset',
  ],
  ['refuses', () => Response.json({ message: 'no such zone', option: 'now' }), 'no such zone'],
])('a sandbox whose object %s when it is made leaves no name behind', async (_, answer, error) => {
  const [team, own]: [string[], string[]] = [[], []]
  const env = {
    TEAM: noting(team, () => statusResponse('done')),
    SANDBOX: noting(own, (verb) => (verb === 'create' ? answer() : statusResponse('missing'))),
    SECRET: 'secret',
  }
  const fleet = new ObjectFleet(env, { binDays: 7 })
  await expect(fleet.create(PLAN, 10)).rejects.toThrow(error)
  expect(team).toEqual(['add', 'remove'])
  expect(own).toEqual(['create', 'remove'])
})
