import { OptionError } from '../../errors/option-error'
import { text } from '../../errors/reader'
import { hostTime } from '../../host-time/host-time'
import { formatInstant } from '../../kernel/instant'
import { createSimulator } from '../../simulator/create-in-browser'
import type { ExportedWorld } from '../../worlds/options/exported-world'
import type { Control, ControlCall, ControlSession } from './control'

export const WORLD_CONTROLS: readonly Control[] = [
  {
    method: 'GET',
    path: '/snapshots',
    does: 'the snapshots, in the order in which they were taken',
    run: ({ session }) => [...session.snapshots.keys()].map((id) => shown(session, id)),
  },
  {
    method: 'POST',
    path: '/snapshots',
    does: 'takes a snapshot; name is for people',
    takes: { name: text },
    run({ session, simulator, body }) {
      const id = String(Math.max(0, ...[...session.snapshots.keys()].map(Number)) + 1)
      const name = body.name === undefined ? `Snapshot ${id}` : String(body.name)
      const taken = formatInstant(hostTime.now())
      const state = simulator.keep()
      session.snapshots.set(id, { id, name, at: simulator.clock.now, taken, state })
      return shown(session, id)
    },
  },
  {
    method: 'POST',
    path: '/snapshots/{}/restore',
    does: 'restores a snapshot; later ones are kept',
    takes: {},
    run: (call) => call.simulator.goTo(snapshotOf(call).state),
  },
  {
    method: 'GET',
    path: '/snapshots/{}/diff',
    does: 'what differs between a snapshot and now, or the snapshot in ?to=: records and balances',
    run(call) {
      const { session, simulator, query } = call
      const to = query.get('to')
      const later = to === null ? undefined : known(session.snapshots.get(to), to).state
      const organization = query.get('organization') ?? simulator.organizations()[0] ?? ''
      return simulator.compare(organization, snapshotOf(call).state, later)
    },
  },
  {
    method: 'DELETE',
    path: '/snapshots/{}',
    does: 'deletes a snapshot',
    run: (call) => void call.session.snapshots.delete(snapshotOf(call).id),
  },
  {
    method: 'POST',
    path: '/reset',
    does: 'returns to the initial state',
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
    method: 'POST',
    path: '/import',
    does: 'loads an exported world; the options of the simulator stay',
    takes: '*',
    bodyAtMost: 64 * 1024 * 1024,
    run({ simulator, body }) {
      const imported = createSimulator({ world: body as unknown as ExportedWorld, clock: 'manual' })
      simulator.goTo(imported.keep())
    },
  },
  {
    method: 'GET',
    path: '/assumptions',
    does: 'the assumptions that this run rested on',
    run: ({ simulator }) => simulator.assumptions.used(),
  },
  {
    method: 'GET',
    path: '/assumptions/register',
    does: 'all assumptions with their values here and their alternatives',
    run({ simulator: { assumptions } }) {
      const used = new Set(assumptions.used())
      return assumptions.register().map((one) => ({ ...one, used: used.has(one.id) }))
    },
  },
  {
    method: 'GET',
    path: '/openapi',
    does: 'the OpenAPI description of what is simulated',
    // Loaded when asked, because a panel in a browser hardly ever asks.
    run: async ({ simulator }) => simulator.describe((await import('../../openapi/document')).documentOf),
  },
]

function shown({ snapshots }: ControlSession, id: string) {
  const { state: _, ...rest } = known(snapshots.get(id), id)
  return rest
}

const snapshotOf = ({ session, parameters: [id = ''] }: ControlCall) => known(session.snapshots.get(id), id)

function known<T>(snapshot: T | undefined, id: string): T {
  if (!snapshot) throw new OptionError('id', `there is no snapshot ${id}`)
  return snapshot
}
