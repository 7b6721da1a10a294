import { OptionError } from '../../errors/option-error'
import { oneOfNames, text, unchecked } from '../../errors/reader'
import type { Scenario } from '../../scenario/scenario'
import type { Fault, FaultOptions } from '../../service/http/faults/fault-options'
import { faultsIn } from '../../service/http/faults/fault-rows'
import { internalsOf } from '../../simulator/internals-of'
import { type Control, type ControlCall, foundBy, get, PlainText, post, remove } from './control'

const faultBody = (
  simulator: ControlCall['simulator'],
  { id, on, effect, hits, remaining, from, until, selection }: Fault,
) => ({
  id,
  on,
  then: effect,
  hits,
  // JSON has no Infinity.
  remaining: Number.isFinite(remaining) ? remaining : null,
  from,
  until,
  ...selection,
  // The function cannot be sent as JSON. A text tells clients that this fault cannot be copied.
  ...(faultsIn(internalsOf(simulator).world.store).get(id)?.host.includes('when') && { when: 'a predicate' }),
})

export const FAILURE_CONTROLS: readonly Control[] = [
  get('/faults', 'every fault that was injected, with its hits', ({ simulator }) =>
    simulator.faults.list().map((fault) => faultBody(simulator, fault)),
  ),
  post(
    '/faults',
    'injects a fault: on, when, skip, request, attempt, times, probability, after, during, then',
    '*',
    ({ simulator, body }) => faultBody(simulator, simulator.faults.inject(body as unknown as FaultOptions)),
  ),
  remove('/faults', 'disarms every fault', ({ simulator }) => simulator.faults.clear()),
  remove(
    '/faults/{}',
    'disarms one fault; its hits stay readable',
    ({ simulator, parameters: [id = ''] }) => {
      const fault = foundBy('fault', id, simulator.faults.list())
      fault.disarm()
      return faultBody(simulator, fault)
    },
  ),
  get('/faults/unfired', 'the faults that hit nothing so far', ({ simulator }) =>
    simulator.faults.unfired().map((fault) => faultBody(simulator, fault)),
  ),
  get('/scenarios', 'the scenarios that can be played by name', ({ session }) =>
    Object.values(session.scenarios).map(({ name, description, lesson, steps }) => ({
      name,
      description,
      lesson,
      steps,
    })),
  ),
  post(
    '/scenarios/play',
    'plays a scenario: name, or scenario with one of your own; returns its report',
    { name: text, scenario: unchecked },
    async ({ session, simulator, body: { name, scenario } }) => {
      if ((name === undefined) === (scenario === undefined))
        throw new OptionError('name', 'give either name or scenario')
      if (name === undefined) return simulator.play(scenario as Scenario)
      const known = oneOfNames(Object.keys(session.scenarios))(name, 'name')
      return simulator.play(session.scenarios[known] as Scenario)
    },
  ),
  get(
    '/plays',
    'the scenarios that were begun, with what has fired and what has not',
    ({ simulator }) => simulator.plays,
  ),
  remove(
    '/plays/{}',
    'disarms one scenario: its other steps never run, and its faults hit nothing more',
    ({ simulator, parameters: [id = ''] }) => {
      const play = foundBy('play', id, simulator.plays)
      play.disarm()
      return play
    },
  ),
  get(
    '/plays/{}',
    'one scenario that was begun; as text where text/plain is accepted',
    ({ simulator, parameters: [id = ''], accepts }) => {
      const play = foundBy('play', id, simulator.plays)
      return accepts.includes('text/plain') ? new PlainText(`${String(play)}\n`) : play
    },
  ),
]
