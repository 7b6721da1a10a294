import { arrayOf, type Reader, text, unchecked, whole } from '../../errors/reader'
import { messageOf } from '../../kernel/message-of'
import { createInBrowser } from '../../simulator/create-in-browser'
import type { Simulator } from '../../simulator/simulator'
import { type Control, type ControlCall, post } from './control'
import { judged } from './judging-controls'

type Entry = Simulator['timeline'][number]

const takes: Readonly<Record<string, Reader<unknown>>> = {
  entries: arrayOf(whole(1), 'a list of numbers', 1),
  now: text,
  matcher: text,
  records: text,
  options: unchecked,
  route: text,
  body: unchecked,
}

/** Does at once what a written test does, in a world as this one was at its beginning. */
export const REPEAT_CONTROLS: readonly Control[] = [
  post(
    '/repeat',
    'does entries of the timeline again in a new world like this one at its beginning, whose time is now, as a ' +
      'written test does; says which end otherwise, and whether a matcher passes then',
    takes,
    async (call) => {
      const { simulator, body } = call
      const numbers = body.entries as readonly number[]
      const made = simulator.madeWith
      const own = createInBrowser({ ...made, ...(body.now !== undefined && { now: body.now }) } as object)
      try {
        const differences: string[] = []
        for (const entry of simulator.timeline)
          if (numbers.includes(entry.sequence))
            differences.push(
              ...(await repeated(entry, own, simulator)).map((one) => `#${entry.sequence} ${one}`),
            )
        return { differences, ...(body.matcher !== undefined && { verdict: verdictOn(own, call) }) }
      } finally {
        own[Symbol.dispose]()
      }
    },
  ),
]

const verdictOn = (own: Simulator, { body: { matcher, entries: _, now: __, ...given } }: ControlCall) =>
  judged(String(matcher), own, own, given)

/** The difference between the two ends of an entry. */
async function repeated(entry: Entry, own: Simulator, original: Simulator): Promise<string[]> {
  try {
    const until = entry.kind === 'clock' && entry.to !== null ? entry.to : entry.at
    if (until > own.clock.now) await own.clock.advanceTo(until)
    if (entry.kind === 'request') return await requested(entry, own, original)
    if (entry.kind === 'write') written(entry, own, original)
    if (entry.kind === 'delivery') await delivered(entry, own)
    return []
  } catch (error) {
    return [`fails: ${messageOf(error)}`]
  }
}

async function requested(
  { request, response, fault }: Extract<Entry, { kind: 'request' }>,
  own: Simulator,
  original: Simulator,
): Promise<string[]> {
  const { pathname, search } = new URL(request.url)
  const { method, body } = request
  const known = original.faults.list().find(({ id }) => id === fault)
  if (known) own.faults.inject({ on: `${method} ${pathname}`, then: known.effect } as never)
  const init = { method, headers: { ...request.headers }, ...(body !== null && { body }) }
  const got = await own.fetch(pathname + search, init).then(
    ({ status }) => status,
    () => null,
  )
  const had = response?.status ?? null
  const shown = (status: number | null): string => (status === null ? 'no response' : `status ${status}`)
  return got === had ? [] : [`gets ${shown(got)}, not ${shown(had)}`]
}

function written(entry: Extract<Entry, { kind: 'write' }>, own: Simulator, original: Simulator): void {
  const face = entry.organization === original.organizations()[0] ? own : own.organization(entry.organization)
  const path = entry.call.split('.')
  const verb = path.pop() as string
  const owner = path.reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], face)
  ;(owner as Record<string, (...given: unknown[]) => unknown>)[verb]?.(...entry.arguments)
}

async function delivered(
  { url, status }: Extract<Entry, { kind: 'delivery' }>,
  own: Simulator,
): Promise<void> {
  own.webhooks.connect(url, () => (status === null ? Response.error() : new Response(null, { status })))
  await own.webhooks.flush()
}
