/** Requests of a story, and what holds for each of them. */

import type { Simulator } from 'accounting-simulator'
import { expect } from 'vitest'
import { objectType } from '../../src/service/webhooks/topics'
import type { Answer, Json } from '../support/client'
import { contentOf } from '../support/content'
import { offersOf, type RouteOperation } from '../support/offers'
import { SETTINGS } from '../support/setting'
import { everything } from '../support/subject'
import { uuid5 } from '../webhooks/uuid5'
import type { ServiceStory } from './service-story'

/** What the service holds, without the faults that a test arms. */
export function worldOf(simulator: Simulator): object {
  const { '': shared, ...organizations } = contentOf(simulator)
  const { faults: _, ...rest } = shared ?? {}
  return { ...organizations, '': rest }
}

export const offers = {
  create: offersOf(everything, 'create'),
  update: offersOf(everything, 'update'),
  list: offersOf(everything, 'list'),
  remove: offersOf(everything, 'remove'),
  get: offersOf(everything, 'get'),
}

/** Both are compared as texts first: they are large, and mostly alike. */
export function expectSame(before: object, after: object, message: string): void {
  if (JSON.stringify(before) !== JSON.stringify(after)) expect(after, message).toEqual(before)
}

/**
 * Remembers the world. The result fails if anything but limits and kept replies has changed since: by the journal of
 * its rows, and now and then by the whole world, which costs as much as some requests.
 */
export function rememberWorld({ simulator, rows, told }: ServiceStory): (otherwise: string) => void {
  const before = told.length % 8 === 0 ? worldOf(simulator) : undefined
  rows.take()
  return (otherwise) => {
    expect(rows.take(), otherwise).toEqual([])
    if (before) expectSame(before, worldOf(simulator), otherwise)
  }
}

/** An act that changes nothing, unless it had to wait for the limits. */
export async function unchanging<Result>(
  story: ServiceStory,
  otherwise: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const now = story.simulator.clock.now
  const expectUnchanged = rememberWorld(story)
  const result = await act()
  if (story.simulator.clock.now === now) expectUnchanged(otherwise)
  return result
}

/** A request that is refused leaves no trace but its reply, and none is the service's own mistake. */
export async function sent(
  story: ServiceStory,
  [method, path]: readonly [string, string],
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const now = story.simulator.clock.now
  const expectUnchanged = rememberWorld(story)
  const answer = await story.ask(method, path, body, headers)
  expect(answer.status, answer.text).toBeLessThan(500)
  if (answer.status >= 400 && story.simulator.clock.now === now)
    expectUnchanged('a refused request left a trace')
  return answer
}

/** A body that is mostly accepted: a record of any company, in any currency, with many members or few. */
export function drawnBody(story: ServiceStory, { definition }: RouteOperation): Json | undefined {
  const { chance } = story
  const options = {
    extent: chance.pick(['needed', 'full'] as const),
    variant: chance.below(12),
    setting: chance.pick(SETTINGS),
  }
  try {
    return story.body(definition, options)
  } catch {
    // What the body would name can no longer be made, such as a bill while a period is locked.
    return undefined
  }
}

/** The receiver has to get the event of a new record, whose id is worked out from docs/service.md §14.2. */
export function expectEvent(story: ServiceStory, { definition }: RouteOperation, id: unknown): void {
  if (definition.hasTopics)
    story.created.push({
      id: uuid5(`org-1|${objectType(definition)}|${id}|created|1`),
      of: `${definition.name} ${id}`,
    })
}
