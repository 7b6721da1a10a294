import { OptionError } from '../../errors/option-error'
import { countText } from '../../kernel/count-text'
import { type EntryJson, entryLine } from '../inspector/entries'
import * as mcp from './tool'

const LINES = 30

/** One line of the timeline, as a text inside `data`. */
function shownLine(entry: EntryJson): string {
  const { method, path, outcome, why } = entryLine(entry)
  const cause = typeof entry.cause === 'number' ? ` [caused by #${entry.cause}]` : ''
  return `#${entry.sequence} ${entry.at} ${method} ${path} ${outcome}${why === '' ? '' : `: ${why}`}${cause}`
}

export const timeline = mcp.tool({
  name: 'timeline',
  title: 'Read the timeline',
  description:
    'Everything that happened, in order, with the reason of each answer: requests, deliveries, moves of the clock, ' +
    'calls. A line for each entry; entry or full have bodies and headers.',
  isReadOnly: true,
  takes: {
    filter: mcp.words('such as "status>=400 path:/invoices", "kind:delivery", "record:invoice/7"'),
    since: mcp.count('entries after this sequence number'),
    limit: mcp.count(`how many: the last ones, or with since the first ones; ${LINES} unless given`),
    entry: mcp.count('one entry in full, by its sequence number'),
    full: mcp.yes('whole entries in place of lines'),
  },
  gives: { lines: mcp.givenTexts('a line for each entry'), entries: mcp.givenList('whole entries') },
  async run({ filter, since, limit = LINES, entry, full }, { control }) {
    if (entry !== undefined) {
      mcp.noneOf({ filter, since }, 'does not go with entry, which is one by its number')
      const [found] = await control<EntryJson[]>(
        `GET /timeline${mcp.query({ since: Math.max(entry - 1, 0), limit: 1 })}`,
      )
      if (found?.sequence !== entry)
        throw new OptionError(
          'entry',
          `there is no entry ${entry}; timeline without arguments has the last ones`,
        )
      return {
        summary: `Entry ${entry} of the timeline.`,
        next: `write_test with entries [${entry}] writes a test of it.`,
        data: { entries: [found] },
      }
    }
    const all = await control<EntryJson[]>(`GET /timeline${mcp.query({ filter, since })}`)
    const shown = since ? all.slice(0, limit) : all.slice(Math.max(all.length - limit, 0))
    const rest = all.length - shown.length
    return {
      summary: `${countText(shown.length, 'entry', 'entries')} of ${all.length}.`,
      ...(rest > 0 && { next: 'Give filter, since or limit for others; entry has one in full.' }),
      data: full === true ? { entries: shown } : { lines: shown.map(shownLine) },
    }
  },
})

export const advanceTime = mcp.tool({
  name: 'advance_time',
  title: 'Move the clock',
  description:
    'Moves virtual time and runs what is due on the way: retries of webhooks, recurrences, responses held back. ' +
    'Without arguments: the time, and what is scheduled.',
  takes: {
    duration: mcp.words('such as "30 seconds" or "5 days"'),
    to: mcp.words('an instant, such as 2026-02-01T00:00:00Z'),
    next: mcp.yes('up to the next thing that is due'),
  },
  gives: {
    now: mcp.givenText('virtual time'),
    pending: mcp.givenList('what is scheduled, next first'),
    lines: mcp.givenTexts('what happened on the way'),
  },
  async run({ duration, to, next }, { control }) {
    mcp.onlyOne({ duration, to, next })
    const before = await lastSequence(control)
    if (duration !== undefined) await control('POST /clock/advance', { duration })
    if (to !== undefined) await control('POST /clock/advance-to', { instant: to })
    if (next === true) await control('POST /clock/next')
    const { now, pending } = await control<{ now: string; pending: unknown[] }>('GET /clock')
    const happened = await control<EntryJson[]>(`GET /timeline${mcp.query({ since: before })}`)
    const entries = countText(happened.length, 'entry', 'entries')
    return {
      summary: `It is ${now}. ${entries} on the way, ${pending.length} scheduled.`,
      data: { now, pending: pending.slice(0, LINES), lines: happened.slice(0, LINES).map(shownLine) },
    }
  },
})

export const lastSequence = async (control: mcp.ToolContext['control']): Promise<number> =>
  (await control<EntryJson[]>('GET /timeline?last=1')).at(-1)?.sequence ?? 0

export const faults = mcp.tool({
  name: 'faults',
  title: 'Make requests and deliveries fail',
  description:
    'Arms a misfortune, or lists them. Such as inject: { "on": "POST /public/v1/invoices/", "times": 1, "then": ' +
    '{ "loseResponse": true } }. then is one of { status }, { status: 429, retryAfter }, { networkError: true }, ' +
    '{ loseResponse: true }, { delay }, { truncateBody }, { malformedJson: true }, { staleRead: true } and others.',
  takes: {
    inject: mcp.anyMembers('the fault: on, skip, times, probability, during, then'),
    disarm: mcp.count('ends the fault with this id'),
    clear: mcp.yes('ends all of them'),
  },
  gives: {
    fault: mcp.givenObject('the fault'),
    faults: mcp.givenList('every fault with its hits; remaining 0: it is over'),
  },
  async run({ inject, disarm, clear }, { control }) {
    mcp.onlyOne({ inject, disarm, clear })
    if (inject !== undefined) {
      const fault = await control<{ id: number }>('POST /faults', inject)
      return {
        summary: `Fault ${fault.id} is armed.`,
        next: 'Send the request, or let the program run; faults then shows its hits.',
        data: { fault },
      }
    }
    if (disarm !== undefined)
      return {
        summary: `Fault ${disarm} is over.`,
        data: { fault: await control(`DELETE /faults/${disarm}`) },
      }
    if (clear === true) await control('DELETE /faults')
    const all = await control<unknown[]>('GET /faults')
    const unfired = await control<unknown[]>('GET /faults/unfired')
    return {
      summary: `${countText(all.length, 'fault')}, ${unfired.length} of them without a hit.`,
      data: { faults: all },
    }
  },
})

export const playScenario = mcp.tool({
  name: 'play_scenario',
  title: 'Play a scenario',
  description:
    'Puts the timed steps of a named situation on the clock, such as rate-limit-storm or webhook-auto-disable. ' +
    'Without arguments: the scenarios, each with the mistake that clients make in it.',
  takes: {
    name: mcp.words('one of the named scenarios'),
    scenario: mcp.anyMembers('one of your own: { name, steps }'),
    play: mcp.count('the report of a scenario that was begun, by its id'),
  },
  gives: {
    scenarios: mcp.givenList('the named scenarios'),
    play: mcp.givenObject('which steps have fired, and which have not'),
  },
  async run({ name, scenario, play }, { control }) {
    mcp.onlyOne({ name, scenario, play })
    if (name === undefined && scenario === undefined && play === undefined) {
      const all = await control<{ name: string; description: string; lesson: string }[]>('GET /scenarios')
      return {
        summary: `${countText(all.length, 'scenario')}.`,
        next: 'play_scenario with name plays one.',
        data: { scenarios: all.map(({ name, description, lesson }) => ({ name, description, lesson })) },
      }
    }
    if (play !== undefined)
      return { summary: `Play ${play}.`, data: { play: await control(`GET /plays/${play}`) } }
    const begun = await control<{ id: number; fired: unknown[]; unfired: unknown[] }>(
      'POST /scenarios/play',
      { ...(name !== undefined && { name }), ...(scenario !== undefined && { scenario }) },
    )
    return {
      summary: `Play ${begun.id} has begun: ${begun.fired.length} steps have fired, ${begun.unfired.length} wait.`,
      next: `advance_time fires the others; play_scenario with play ${begun.id} shows them.`,
      data: { play: begun },
    }
  },
})
