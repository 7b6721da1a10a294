import { OptionError } from '../../errors/option-error'
import { anything, text } from '../../errors/reader'
import type { Scenario } from '../../scenario/scenario'
import type { Fault, FaultOptions } from '../../service/http/faults/fault-options'
import { type Control, PlainText } from './control'

const shown = ({ id, on, effect, hits, remaining, from, until }: Fault) => ({
  id,
  on,
  then: effect,
  hits,
  // JSON has no Infinity.
  remaining: Number.isFinite(remaining) ? remaining : null,
  from,
  until,
})

export const FAILURE_CONTROLS: readonly Control[] = [
  {
    method: 'GET',
    path: '/faults',
    does: 'every fault that was injected, with its hits',
    run: ({ simulator }) => simulator.faults.list().map(shown),
  },
  {
    method: 'POST',
    path: '/faults',
    does: 'injects a fault: on, when, skip, request, attempt, times, probability, after, during, then',
    takes: '*',
    run: ({ simulator, body }) => shown(simulator.faults.inject(body as unknown as FaultOptions)),
  },
  {
    method: 'DELETE',
    path: '/faults',
    does: 'disarms every fault',
    run: ({ simulator }) => simulator.faults.clear(),
  },
  {
    method: 'DELETE',
    path: '/faults/{}',
    does: 'disarms one fault; its hits stay readable',
    run({ simulator, parameters: [id] }) {
      const fault = simulator.faults.list().find((one) => String(one.id) === id)
      if (!fault) throw new OptionError('id', `there is no fault ${id}`)
      fault.disarm()
      return shown(fault)
    },
  },
  {
    method: 'GET',
    path: '/faults/unfired',
    does: 'the faults that hit nothing so far',
    run: ({ simulator }) => simulator.faults.unfired().map(shown),
  },
  {
    method: 'GET',
    path: '/scenarios',
    does: 'the scenarios that can be played by name',
    run: ({ session }) =>
      Object.values(session.scenarios).map(({ name, description, lesson, steps }) => ({
        name,
        description,
        lesson,
        steps,
      })),
  },
  {
    method: 'POST',
    path: '/scenarios/play',
    does: 'plays a scenario: name, or scenario with one of your own; returns its report',
    takes: { name: text, scenario: anything },
    async run({ session, simulator, body: { name, scenario } }) {
      if ((name === undefined) === (scenario === undefined))
        throw new OptionError('name', 'give either name or scenario')
      if (name === undefined) return simulator.play(scenario as Scenario)
      const known = Object.hasOwn(session.scenarios, String(name))
        ? session.scenarios[String(name)]
        : undefined
      if (!known)
        throw new OptionError('name', `name must be one of ${Object.keys(session.scenarios).join(', ')}`)
      return simulator.play(known)
    },
  },
  {
    method: 'GET',
    path: '/plays',
    does: 'the scenarios that were begun, with what has fired and what has not',
    run: ({ simulator }) => simulator.plays,
  },
  {
    method: 'DELETE',
    path: '/plays/{}',
    does: 'disarms one scenario: its other steps never run, and its faults hit nothing more',
    run({ simulator, parameters: [id] }) {
      const play = simulator.plays.find((one) => String(one.id) === id)
      if (!play) throw new OptionError('id', `there is no play ${id}`)
      play.disarm()
      return play
    },
  },
  {
    method: 'GET',
    path: '/plays/{}',
    does: 'one scenario that was begun; as text where text/plain is accepted',
    run({ simulator, parameters: [id], accepts }) {
      const play = simulator.plays.find((one) => String(one.id) === id)
      if (!play) throw new OptionError('id', `there is no play ${id}`)
      return accepts.includes('text/plain') ? new PlainText(`${String(play)}\n`) : play
    },
  },
]
