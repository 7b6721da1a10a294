import { OptionError } from '../../errors/option-error'
import { text } from '../../errors/reader'
import { UsageError } from '../../errors/usage-error'
import { hostTime } from '../../host-time/host-time'
import { formatInstant } from '../../kernel/instant'
import { remainingHits } from '../../service/http/faults/fault-handle'
import { faultsIn } from '../../service/http/faults/fault-rows'
import { createInBrowser } from '../../simulator/create-in-browser'
import { internalsOf } from '../../simulator/internals-of'
import { aged } from '../../worlds/aged'
import type { ExportedWorld } from '../../worlds/options/exported-world'
import {
  ask,
  type Control,
  type ControlCall,
  type ControlSession,
  get,
  local,
  noneCalled,
  organizationOf,
  post,
  remove,
} from './control'

/** The most snapshots of a sandbox, because each needs memory of a shared process. */
const HOSTED_SNAPSHOTS = 20

export const WORLD_CONTROLS: readonly Control[] = [
  get('/snapshots', 'the snapshots, in the order in which they were taken', ({ session }) =>
    [...session.snapshots.keys()].map((id) => snapshotBody(session, id)),
  ),
  post('/snapshots', 'takes a snapshot; name is for people', { name: text }, ({ session, body: { name } }) =>
    takeSnapshot(session, name === undefined ? undefined : String(name)),
  ),
  post('/snapshots/{}/restore', 'restores a snapshot; later ones are kept', {}, (call) => {
    const { state, name } = snapshotOf(call)
    const { recorder, snapshots } = internalsOf(call.simulator)
    snapshots.goTo(state)
    call.session.restored.set(recorder.sequence, name)
    call.session.test.beginAnew()
  }),
  ask(
    '/snapshots/{}/diff',
    'what differs between a snapshot and now, or the snapshot in ?to=: records and balances',
    ['to'],
    (call) => {
      const { session, simulator, query } = call
      const to = query.get('to')
      const later = to === null ? undefined : knownSnapshot(session.snapshots, to).state
      return internalsOf(simulator).snapshots.diff(organizationOf(call), snapshotOf(call).state, later)
    },
  ),
  remove(
    '/snapshots/{}',
    'deletes a snapshot',
    (call) => void call.session.snapshots.delete(snapshotOf(call).id),
  ),
  post('/reset', 'returns to the initial state', {}, ({ session, simulator }) => {
    simulator.reset()
    session.test.beginAnew()
  }),
  get('/export', 'the whole world as a file for --world; holds keys and secrets', ({ simulator }) =>
    simulator.export(),
  ),
  {
    ...post(
      '/import',
      'loads an exported world; the options of the simulator stay',
      '*',
      ({ session, simulator, body }) => {
        // An aged world would be computed here, which may take long.
        if (session.isHosted && !('tables' in body))
          throw new OptionError('world', 'the world must be an exported one')
        const imported = createInBrowser({ world: body as unknown as ExportedWorld, clock: 'manual' })
        internalsOf(simulator).snapshots.goTo(internalsOf(imported).snapshots.keep())
        session.test.beginAnew()
      },
    ),
    bodyAtMost: 64 * 1024 * 1024,
  },
  local(
    post(
      '/age',
      'gives the world a past that ends now: invoices, bills and payments, by the options of worlds.aged',
      '*',
      ({ session, simulator, body }) => {
        const world = aged({ ...body, world: simulator.export() })
        internalsOf(simulator).snapshots.goTo(
          internalsOf(createInBrowser({ world, clock: 'manual' })).snapshots.keep(),
        )
        session.test.beginAnew()
      },
    ),
  ),
  get('/overview', 'how many faults are armed, and how many deliveries wait', ({ simulator, face }) => ({
    armed: armedIn(simulator),
    waiting: face.webhooks.waiting,
  })),
  get(
    '/options',
    'the options that the simulator was made with, so that a copied test can have the same world',
    ({ session, simulator }) =>
      // A fork's options contain the world of its original, with its keys.
      session.isHosted
        ? { ...internalsOf(simulator).madeWith, world: undefined }
        : internalsOf(simulator).madeWith,
  ),
  get('/assumptions', 'the assumptions that this run rested on', ({ simulator }) =>
    simulator.assumptions.used(),
  ),
  get(
    '/assumptions/register',
    'all assumptions with their values here and their alternatives',
    ({ simulator }) => simulator.assumptions.register(),
  ),
  get(
    '/openapi',
    'the OpenAPI description of what is simulated',
    // Imported on demand, because panels in browsers rarely use it.
    async ({ simulator, session: { url } }) => {
      const { documentOf } = await import('../../openapi/document')
      return simulator.describe((subject) => documentOf({ ...subject, baseUrl: url }))
    },
  ),
]

export function takeSnapshot(session: ControlSession, given?: string) {
  const { simulator, snapshots } = session
  if (session.isHosted && snapshots.size >= HOSTED_SNAPSHOTS)
    throw new UsageError(`a sandbox keeps ${HOSTED_SNAPSHOTS} snapshots: delete one first`)
  const id = String(Math.max(0, ...[...snapshots.keys()].map(Number)) + 1)
  const taken = formatInstant(hostTime.now())
  const state = internalsOf(simulator).snapshots.keep()
  snapshots.set(id, { id, name: given ?? `Snapshot ${id}`, at: simulator.clock.now, taken, state })
  return snapshotBody(session, id)
}

function snapshotBody({ snapshots }: ControlSession, id: string) {
  const { state: _, ...rest } = knownSnapshot(snapshots, id)
  return rest
}

const snapshotOf = ({ session, parameters: [id = ''] }: ControlCall) => knownSnapshot(session.snapshots, id)

function knownSnapshot<T>(snapshots: ReadonlyMap<string, T>, id: string): T {
  const snapshot = snapshots.get(id)
  if (!snapshot) throw noneCalled('snapshot', id, snapshots.keys())
  return snapshot
}

/** Counts them by their rows: handles would note that somebody has asked what they hit. */
function armedIn(simulator: ControlCall['simulator']): number {
  const { time, world } = internalsOf(simulator)
  time.catchUp()
  return [...faultsIn(world.store).rows()].filter((row) => remainingHits(row, world.clock.now) > 0).length
}
