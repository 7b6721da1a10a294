import { ASSUMPTION_IDS, type AssumptionId, Assumptions } from '../assumptions'
import { auditorOf } from '../engine/audit/auditor'
import type { Registry } from '../engine/model/compiled-type'
import type { World } from '../engine/model/context'
import { organizationsIn } from '../engine/model/tables'
import { OptionError } from '../errors/option-error'
import { WorldClock } from '../kernel/clock'
import { parseDuration, subtractDuration } from '../kernel/duration'
import { formatInstant } from '../kernel/instant'
import { memoize } from '../kernel/memoize'
import { messageOf } from '../kernel/message-of'
import { Random } from '../kernel/random'
import { type Dump, Store, type StoredTable } from '../kernel/store'
import { WORLD } from '../kernel/table-shape'
import { allRoutes } from '../service/all-routes'
import { addPast } from './add-past'
import type { AgedOptions, AgedWorld } from './aged'
import { checkBooksOf, checkContent, type TimerProblems } from './check-content'
import { checkTables } from './check-world'
import { codeVersion, copyContent } from './copy-content'
import { migrated } from './migrations'
import { customAnswers } from './options/answers'
import type { ExportedWorld } from './options/exported-world'
import { checkRoutes } from './options/rate-limits'
import { FIRST_ORGANIZATION, type Settings } from './options/settings'
import { allRead, isExported, type WorldFile } from './options/world'
import type { Preset } from './preset'
import { seedOrganization } from './seed-organization'
import { empty, smallCompany } from './small-company'

/** The initial records of a new organisation. */
export const presetOf = ({ world }: Settings): Preset => (world === 'empty' ? empty : smallCompany)

export function worldOver(store: Store, registry: Registry, settings: Settings): World {
  const { rateLimits } = settings
  const routes = allRoutes(registry)
  if (rateLimits !== false) checkRoutes('rateLimits.routes', rateLimits.routes ?? {}, routes)
  const world: World = {
    store,
    clock: new WorldClock(store),
    random: new Random(store),
    assumptions: new Assumptions(settings.assumptions),
    registry,
    isStrict: settings.strict,
    answers: customAnswers(registry, routes, settings.answers),
  }
  if (settings.audit) store.history.beforeCommit(auditorOf(world))
  return world
}

const partiesOf = ({ companies, customers, vendors }: AgedOptions = {}) =>
  ({
    ...(companies && { companies }),
    ...(customers && { customers }),
    ...(vendors && { vendors }),
  }) as Preset

/** A new world: imported, or with the preset in its first organisation. */
export function newWorld(registry: Registry, settings: Settings, timers: TimerProblems): World {
  const { world: content, now, seed, clock } = settings
  if (isExported(content)) return importedWorld(registry, settings, content, timers)
  const past = typeof content === 'object' ? content.aged : undefined
  if (past?.world) return filledWorld(registry, settings, { ...past, world: past.world }, timers)
  const make = (): World => {
    // Auditing each write of the past would take minutes. The past was audited when it was tested.
    const world = worldOver(
      new Store(keyColumnOf(registry)),
      registry,
      past ? { ...settings, audit: false } : settings,
    )
    const own = { world, organization: FIRST_ORGANIZATION }
    world.clock.start(past ? subtractDuration(now, parseDuration(past.upTo)) : now)
    seedOrganization(own, { ...presetOf(settings), ...partiesOf(past) })
    if (past) addPast(own, past, now)
    return world
  }
  const name = JSON.stringify([content, now, settings.assumptions])
  const { store, asked } =
    clock === 'live' ? { store: make().store, asked: [] } : presetStore(registry, name, make)
  const world = worldOver(store, registry, settings)
  world.assumptions.noteAsked(asked)
  world.random.start(seed)
  return world
}

/** An exported world with a past before its own time. The writes of the past are not audited one by one. */
function filledWorld(
  registry: Registry,
  settings: Settings,
  past: AgedWorld['aged'] & { readonly world: ExportedWorld },
  timers: TimerProblems,
): World {
  const world = importedWorld(registry, { ...settings, audit: false }, past.world, timers)
  const { clock, store } = world
  const until = clock.now
  clock.setBack(subtractDuration(until, parseDuration(past.upTo)))
  const [organization = FIRST_ORGANIZATION] = organizationsIn(store)
  addPast({ world, organization }, past, until)
  return worldOver(store, registry, settings)
}

/** Unchanged content of this version needs no checks. Trusted rows of a storage are not copied. */
function readContent(
  content: WorldFile,
  { trusted, given }: Settings,
  registry: Registry,
): { readonly copy: Dump; readonly onUse?: readonly StoredTable[]; readonly isUnchanged: boolean } {
  const { options, storedBy, onUse } = content
  const isUnchanged = trusted && storedBy === codeVersion(registry)
  if (onUse && isUnchanged && !given.has('now') && !given.has('seed')) return { copy: {}, onUse, isUnchanged }
  const stored = onUse ? allRead(onUse) : content.tables
  if (isUnchanged) return { copy: stored, isUnchanged }
  const tables = storedBy === undefined ? stored : migrated(stored, storedBy)
  const { tables: copy, fingerprint } = copyContent({ ...(options && { options }), tables }, registry, true)
  return { copy, isUnchanged: content.fingerprint === fingerprint }
}

/** Explicit options override those of an exported world. @throws OptionError for an invalid file */
function importedWorld(
  registry: Registry,
  settings: Settings,
  content: WorldFile,
  timers: TimerProblems,
): World {
  const { given, now, seed } = settings
  const { copy, onUse, isUnchanged } = readContent(content, settings, registry)
  const keyColumn = keyColumnOf(registry)
  if (!isUnchanged) checkTables(registry, keyColumn, copy)
  const { clock, random, liveClock, ...others } = copy[WORLD] ?? {}
  const was = clock?.[0]?.now
  if (given.has('now') && typeof was === 'number' && now < was)
    throw new OptionError('now', `now lies before the time of the world, ${formatInstant(was)}`)
  const store = new Store(keyColumn)
  const load = (): void => {
    if (onUse) store.loadOnUse(onUse)
    else
      store.load({
        ...copy,
        [WORLD]: {
          ...others,
          // The timers keep their ids, so the clock keeps its count of timers.
          ...(clock && { clock: given.has('now') ? clock.map((row) => ({ ...row, now })) : clock }),
          ...(!given.has('seed') && random && { random }),
          ...(!given.has('now') && liveClock && { liveClock }),
        },
      })
  }
  loadInto(content, load)
  const world = worldOver(store, registry, settings)
  const differing = differingAssumptions(settings, content.options)
  checkArithmetic(world, differing)
  if (store.worldTable('clock').size === 0) world.clock.start(now)
  if (store.worldTable('random').size === 0) world.random.start(seed)
  if (isUnchanged && differing.length === 0) {
    if (settings.audit) checkBooksOf(world, differing)
    return world
  }
  // The checks run on copies, to leave no trace in this world or its assumptions. The books are audited once.
  const copyOfWorld = (): World => worldOver(store.fork(), registry, { ...settings, audit: false })
  checkContent(copyOfWorld(), copyOfWorld, timers, differing)
  return world
}

/** Unchecked rows may not fit their tables, so an error of loading becomes one of the option. */
function loadInto({ storedBy }: WorldFile, load: () => void): void {
  try {
    load()
  } catch (error) {
    if (storedBy === undefined) throw error
    throw new OptionError('world.rows', `world.rows: ${messageOf(error)}`)
  }
}

/** The assumptions whose values differ from those with which the world was made. */
function differingAssumptions({ future }: Settings, filed: WorldFile['options']): AssumptionId[] {
  if (!filed) return []
  const [own, given] = [new Assumptions(filed.assumptions), new Assumptions(future.assumptions)]
  return ASSUMPTION_IDS.filter((id) => own.inForce(id) !== given.inForce(id))
}

/** Amounts that were rounded in one way do not add up in another way. */
function checkArithmetic({ registry, store }: World, differing: readonly AssumptionId[]): void {
  if (!differing.includes('rounding')) return
  const organizations = organizationsIn(store)
  const isUsed = registry.everything.some(
    ({ name, document }) => document && organizations.some((one) => store.table(one, name).size > 0),
  )
  if (isUsed)
    throw new OptionError(
      'assumptions.rounding',
      'assumptions.rounding: the world was made with another value, and its amounts would not add up',
    )
}

/** Records are keyed by their identifier, other rows by id. */
export const keyColumnOf = memoize((registry: Registry) => {
  const identifiers = new Map<string, string>(
    registry.everything.map(({ name, identifier }) => [name, identifier]),
  )
  const others: Readonly<Record<string, string>> = { apiKeys: 'key', sequences: 'name' }
  return (table: string): string => identifiers.get(table) ?? others[table] ?? 'id'
})

interface PresetStore {
  readonly store: Store
  readonly asked: readonly AssumptionId[]
}

const STORES_AT_MOST = 8

// Presets are cached. The store's name determines a preset, and stores copy on write.
const stores = new WeakMap<Registry, Map<string, PresetStore>>()

/** A new store with a preset world. The preset is created once, and later stores share its rows. */
function presetStore(registry: Registry, name: string, make: () => World): PresetStore {
  const known = stores.get(registry) ?? new Map<string, PresetStore>()
  stores.set(registry, known)
  let preset = known.get(name)
  if (!preset) {
    const { store, assumptions } = make()
    preset = { store, asked: assumptions.takeAsked() }
    const [oldest] = known.keys()
    if (known.size >= STORES_AT_MOST && oldest !== undefined) known.delete(oldest)
    known.set(name, preset)
  }
  return { ...preset, store: preset.store.fork() }
}
