import { createSimulator } from 'accounting-simulator'
import type { Simulator, SimulatorOptions } from '../../index'
import { internalsOf } from '../../simulator/internals-of'
import { worldFingerprint } from './fingerprint'
import { Keeper } from './keeper'
import type { Release } from './ownership'
import { type SavedWorld, SavedWorlds } from './saved-worlds'

/** The host's clock, even if the page replaces `Date` by the date of the simulator. */
const { now: hostNow } = Date

/** The slot in IndexedDB in which a simulator finds and saves its world. */
export interface WorldPlace {
  readonly id: number
  /** The saved world. A duplicated tab gets the world that the original tab saved last. */
  readonly saved: SavedWorld | undefined
  readonly release: Release
}

/** A simulator whose world outlives the page. */
export interface PageWorld {
  readonly simulator: Simulator
  /** Resets the world to the one that the options describe, also for the next page load. */
  reset(): Promise<void>
  /** Saves the world, disposes of the simulator and releases the slot. */
  close(): Promise<void>
}

/** Opens the world saved in its slot, or a new one. Without IndexedDB the world lives as long as the page. */
export async function openWorld(
  options: SimulatorOptions,
  find: (worlds: SavedWorlds) => Promise<WorldPlace>,
): Promise<PageWorld> {
  const worlds = await SavedWorlds.open().catch(
    warnOf('worlds are not kept over reloads, because IndexedDB cannot be opened'),
  )
  const place =
    worlds &&
    (await find(worlds).catch(
      warnOf('the world of this tab is not kept over reloads, because IndexedDB has no place for it'),
    ))
  const made = worldFingerprint(options)
  const simulator = simulatorAt(options, place?.saved?.made === made ? place.saved : undefined)
  if (!worlds || !place) {
    const close = async (): Promise<void> => internalsOf(simulator).dispose()
    return { simulator, reset: async () => simulator.reset(), close }
  }
  const keeper = new Keeper(() =>
    worlds.put({
      id: place.id,
      made,
      world: simulator.export({ faults: 'leave-out' }),
      lead: leadOf(simulator),
      savedAt: hostNow(),
    }),
  )
  const unsubscribe = simulator.subscribe(() => keeper.note())
  void worlds
    .prune((id) => id === place.id)
    .catch(warnOf('the worlds of closed tabs could not be removed from IndexedDB'))
  return {
    simulator,
    async reset() {
      simulator.reset()
      await keeper.flush()
    },
    async close() {
      unsubscribe()
      await keeper
        .flush()
        .catch(warnOf('the world could not be saved; the next page load gets the one that was saved last'))
      keeper.stop()
      internalsOf(simulator).dispose()
      place.release()
      worlds.close()
    },
  }
}

/** Made from the options first, so that `reset` returns to the options and not to the saved world. */
function simulatorAt(options: SimulatorOptions, saved: SavedWorld | undefined): Simulator {
  const simulator = createSimulator(options)
  if (saved === undefined) return simulator
  try {
    internalsOf(simulator).snapshots.goTo(
      internalsOf(createSimulator(resumed(options, saved))).snapshots.keep(),
    )
  } catch (error) {
    // Another version of this library may have saved the world.
    console.warn('accounting-simulator: the saved world cannot be read, so this is a new world.', error)
  }
  return simulator
}

/** A live clock resumes at the host's time plus its saved lead. Other clocks resume where they stopped. */
function resumed(options: SimulatorOptions, { world, lead }: SavedWorld): SimulatorOptions {
  if (options.clock !== 'live') return { world }
  return { world, now: new Date(Math.max(hostNow() + lead, clockIn(world))).toISOString() }
}

function clockIn({ tables }: SavedWorld['world']): number {
  const [clock] = tables['']?.clock ?? []
  return Number(clock?.now ?? 0)
}

const leadOf = ({ clock }: Simulator): number => Date.parse(clock.now) - hostNow()

const warnOf =
  (what: string) =>
  (error: unknown): undefined => {
    console.warn(`accounting-simulator: ${what}.`, error)
  }
