import { checkChangedBooks } from '../engine/audit/known-sound'
import { executeForHost } from '../engine/execute'
import type { World } from '../engine/model/context'
import { linesOf, numberOf } from '../engine/model/row'
import { ORGANIZATIONS, organizationsIn, SEQUENCES } from '../engine/model/tables'
import { runTimer } from '../engine/model/timer-kind'
import { RECORD_TIMERS } from '../engine/record-timers'
import { eachValueAt } from '../engine/write/references'
import { isOptionError, OptionError } from '../errors/option-error'
import { isUrl } from '../host-time/platform'
import { CLOCK, TIMERS, type Timer } from '../kernel/clock'
import { messageOf } from '../kernel/message-of'
import type { Row, Store } from '../kernel/store'
import { WORLD } from '../kernel/table-shape'
import { isKeyText, isPermission } from '../service/http/checks/caller'
import { FAULTS } from '../service/http/faults/fault-rows'
import { readEffect } from '../service/http/faults/read-effect'
import { isWaiting, WEBHOOK_DELIVERIES, WEBHOOKS } from '../service/webhooks/rows'
import { refuseRow } from './check-world'

/** The maximum number of timers, and of records of each type, that are tried. */
const TRIED_AT_MOST = 500

/** The maximum number of timers that are fired before those that are tried. */
const FIRED_AT_MOST = 1000

/** For each kind of timer, describes the problem of a timer in a file; undefined if there is none. */
export type TimerProblems = Readonly<Record<string, (store: Store, timer: Timer) => string | undefined>>

/**
 * Checks how the rows of a world relate. Then tries a copy of the world: reads records and fires timers.
 *
 * @param differing the assumptions that differ from those with which the world was made
 * @throws OptionError that names table, row and member
 */
export function checkContent(
  world: World,
  copy: () => World,
  timers: TimerProblems,
  differing: readonly string[],
): void {
  checkSystem(world, timers)
  for (const organization of organizationsIn(world.store)) {
    checkReferences(world, organization)
    checkDeliveries(world, organization)
    checkTimersOf(world, organization)
    checkSequences(world, organization)
  }
  checkBooksOf(world, differing)
  readAll(copy())
  fireAll(copy())
}

/** @throws OptionError naming the first broken invariant */
export function checkBooksOf(world: World, differing: readonly string[]): void {
  for (const organization of organizationsIn(world.store)) {
    const [broken] = asFileError(`the books of ${organization}`, () =>
      checkChangedBooks({ world, organization }),
    )
    if (broken)
      throw new OptionError(
        'world',
        `world: the books of ${organization} do not hold${under(differing)}: ` +
          `${broken.invariant}: ${broken.where}: ${broken.text}`,
      )
  }
}

const under = (differing: readonly string[]): string =>
  differing.length === 0
    ? ''
    : ` with other assumptions than the world was made with (${differing.join(', ')})`

function asFileError<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isOptionError(error)) throw error
    const reason = messageOf(error)
    throw new OptionError('world', `world: ${what}: ${reason}`)
  }
}

function checkSystem(world: World, timers: TimerProblems): void {
  const { store } = world
  const rows = (table: string) => store.worldTable(table).rows()
  const organizations = organizationsIn(world.store)
  const system = (table: string) => ({ scope: WORLD, table })
  for (const name of [CLOCK, 'random', 'maintenance'])
    for (const row of rows(name))
      if (row.id !== name) refuseRow(system(name), row, 'id', `there is one row, with the id ${name}`)
  for (const row of rows('apiKeys')) {
    const { key, organization, permissions } = row
    if (!isKeyText(key)) refuseRow(system('apiKeys'), row, 'key', 'key must be visible ASCII without spaces')
    if (!organizations.includes(String(organization)))
      refuseRow(system('apiKeys'), row, 'key', 'organization is none of this world')
    const isFitting = permissions === 'all' || (Array.isArray(permissions) && permissions.every(isPermission))
    if (!isFitting) refuseRow(system('apiKeys'), row, 'key', "permissions must be 'all' or a list of names")
  }
  for (const row of rows('rateLimitOverrides'))
    if (numberOf(row, 'burst') < 1 || numberOf(row, 'refillPerSecond') <= 0)
      refuseRow(system('rateLimitOverrides'), row, 'id', 'burst and refillPerSecond must be above 0')
  for (const row of rows(FAULTS)) checkEffect(world, row)
  checkTimers(world, timers)
}

function checkEffect(world: World, row: Row): void {
  try {
    readEffect(world, row.effect)
  } catch (error) {
    if (isOptionError(error))
      refuseRow({ scope: WORLD, table: FAULTS }, row, 'id', `effect is wrong: ${error.message}`)
    throw error
  }
}

function checkTimers({ store }: World, problems: TimerProblems): void {
  const place = { scope: WORLD, table: TIMERS }
  const { scheduled = 0 } = store.worldTable(CLOCK).get(CLOCK) ?? {}
  for (const row of store.worldTable(TIMERS).rows()) {
    const { id, kind, scope } = row
    if (!Object.hasOwn(problems, kind))
      refuseRow(place, row, 'id', `kind must be one of ${Object.keys(problems).join(', ')}`)
    if (id > scheduled) refuseRow(place, row, 'id', 'id is higher than the clock ever gave')
    if (scope !== WORLD && !store.worldTable(ORGANIZATIONS).has(scope))
      refuseRow(place, row, 'id', 'scope is no organisation of this world')
    const problem = problems[kind]?.(store, row)
    if (problem !== undefined) refuseRow(place, row, 'id', problem)
  }
}

/** Checks that every reference of a record leads to a row. */
function checkReferences({ store, registry }: World, organization: string): void {
  for (const { name, identifier } of registry.everything) {
    const { references } = registry.type(name)
    for (const row of store.table(organization, name).rows())
      for (const { path, resource, by } of references)
        eachValueAt(row, path, (value) => {
          if (value === null || value === undefined) return
          const isThere = store.table(organization, resource).keysWhere(by, value as number).length > 0
          if (!isThere)
            refuseRow(
              { scope: organization, table: name },
              row,
              identifier,
              `${path.join('.')} names ${resource} ${String(value)}, which is not there`,
            )
        })
  }
  for (const row of store.table(organization, WEBHOOKS).rows())
    if (!isUrl(row.url)) refuseRow({ scope: organization, table: WEBHOOKS }, row, 'id', 'url must be a URL')
}

/** A waiting delivery needs an active webhook and a time. Without them it would wait forever. */
function checkDeliveries({ store }: World, organization: string): void {
  const hooks = store.table(organization, WEBHOOKS)
  const isHeld = store.table(organization, 'webhookControls').has('hold')
  for (const row of store.table(organization, WEBHOOK_DELIVERIES).rows()) {
    const { webhook_uuid, status, due, timer } = row
    const refuse = (problem: string): never =>
      refuseRow({ scope: organization, table: 'webhookDeliveries' }, row, 'id', problem)
    const hook = hooks.get(webhook_uuid)
    if (!hook) refuse('webhook_uuid is no webhook')
    if (!isWaiting(row)) continue
    if (!hook?.is_active) refuse(`status is ${status}, but its webhook is inactive`)
    if (due !== null && timer === null && !isHeld)
      refuse('timer must not be null: it is due, and nothing is held')
  }
}

/** Checks that every timer named by a row exists. */
function checkTimersOf({ store, registry }: World, organization: string): void {
  const timers = store.worldTable(TIMERS)
  const types = registry.everything.map(({ name, identifier }) => [name, identifier] as const)
  for (const [table, key] of [['webhookDeliveries', 'id'], ['depreciationPlans', 'id'], ...types] as const)
    for (const row of store.table(organization, table).rows()) {
      if (!Object.hasOwn(row, 'timer')) break
      if (row.timer === null) continue
      if (timers.get(numberOf(row, 'timer'))?.scope !== organization)
        refuseRow({ scope: organization, table }, row, key, `timer ${String(row.timer)} is not there`)
    }
}

/** The tables, apart from record types, whose rows are numbered by a sequence. */
const SEQUENCE_TABLES: Readonly<Record<string, string>> = {
  ledger_transaction: 'ledgerTransactions',
  webhook_delivery: 'webhookDeliveries',
  webhook_attempt: 'webhookAttempts',
  custom_field: 'customFields',
}

/** A sequence below the highest number in use would issue that number twice. */
function checkSequences({ store, registry }: World, organization: string): void {
  const atLeast = (sequence: string, used: unknown): void => {
    const row = store.table(organization, SEQUENCES).get(sequence)
    if (typeof used !== 'number' || used <= (row?.last ?? 0)) return
    const place = { scope: organization, table: SEQUENCES }
    refuseRow(place, { name: sequence }, 'name', `last is below ${used}, which was given`)
  }
  for (const [sequence, table] of Object.entries(SEQUENCE_TABLES))
    for (const { id } of store.table(organization, table).rows()) atLeast(sequence, id)
  for (const { name, fields, identifier } of registry.everything) {
    const { lineMembers } = registry.type(name)
    for (const row of store.table(organization, name).rows()) {
      if (fields[identifier]?.presence === 'none') atLeast(`${name}.${identifier}`, row[identifier])
      if (fields.internal_id) atLeast('internal_id', row.internal_id)
      for (const member of lineMembers) for (const { id } of linesOf(row, member)) atLeast('line', id)
    }
  }
}

const READER = { actor_type: 'system', email: null, first_name: null, last_name: null }

function readAll(world: World): void {
  for (const organization of organizationsIn(world.store))
    for (const { name, identifier } of world.registry.everything) {
      const rows = [...world.store.table(organization, name).rows()].slice(0, TRIED_AT_MOST)
      for (const row of rows) {
        const id = numberOf(row, identifier)
        asFileError(`table ${name} of ${organization}, row ${id}: cannot be read`, () =>
          executeForHost(world, { resource: name, verb: 'get', organization, actor: READER, id }),
        )
      }
    }
}

/** Fires the pending timers in order, and those due in between. Limited, as a timer may set another. */
function fireAll(world: World): void {
  const { clock } = world
  let left = FIRED_AT_MOST
  for (const asked of clock.pending().slice(0, TRIED_AT_MOST)) {
    for (let next = clock.next(asked.due); next && left > 0; next = clock.next(asked.due), left -= 1)
      fire(world, next)
    fire(world, asked)
  }
}

/** Does only work on records, because nobody waits for the rest in a copy. */
function fire(world: World, timer: Timer): void {
  const kind = RECORD_TIMERS[timer.kind]
  asFileError(`table timers, row ${timer.id}: its ${timer.kind} cannot be done`, () =>
    runTimer(world, timer, kind?.isWork ? kind : undefined),
  )
}
