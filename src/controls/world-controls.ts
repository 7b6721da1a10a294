import { OptionError } from '../option-error'
import type { Control, ControlCall } from './control'

export const WORLD_CONTROLS: readonly Control[] = [
  {
    method: 'POST',
    path: '/snapshots',
    does: 'takes a snapshot and names it',
    takes: {},
    run({ session, simulator }) {
      const id = String(session.snapshots.size + 1)
      session.snapshots.set(id, simulator.snapshot())
      return { id }
    },
  },
  {
    method: 'POST',
    path: '/snapshots/{}/restore',
    does: 'goes back to a snapshot',
    takes: {},
    run: (call) => call.simulator.restore(snapshotOf(call)),
  },
  {
    method: 'POST',
    path: '/reset',
    does: 'goes back to how the simulator was made',
    takes: {},
    run: ({ simulator }) => simulator.reset(),
  },
  {
    method: 'GET',
    path: '/export',
    does: 'the whole world as a file for --world; holds keys and secrets',
    run: ({ simulator }) => simulator.export(),
  },
  {
    method: 'GET',
    path: '/assumptions',
    does: 'the assumptions that this run rested on',
    run: ({ simulator }) => simulator.assumptions.used(),
  },
  {
    method: 'GET',
    path: '/openapi',
    does: 'the OpenAPI description of what is simulated',
    run: ({ simulator }) => simulator.openapi(),
  },
]

function snapshotOf({ session, parameters: [id = ''] }: ControlCall) {
  const snapshot = session.snapshots.get(id)
  if (!snapshot) throw new OptionError('id', `there is no snapshot ${id}`)
  return snapshot
}
