import { shown as shownOption } from '../errors/option-error'
import { invariant } from '../kernel/invariant'
import type { Row } from '../kernel/store'
import { listUsage, upsertUsage } from './contracts/actions'
import { type CompiledType, describeRecord } from './model/compiled-type'
import type { Actor, Context, Scope, World } from './model/context'
import { JsonText } from './model/json-text'
import type { CommandOutcome } from './model/outcome'
import { messages, refuse } from './model/refusals'
import type { UploadedFile } from './model/uploaded-file'
import { printBatch, printLater, printNow } from './paper-checks/actions'
import { reformed } from './read/answer-form'
import { findPage, matches, serializePage } from './read/page'
import { PAGING, type Query, readConditionsOnOne, readQuery } from './read/query'
import { recordJson } from './read/record-json'
import { serialize } from './read/serialize'
import type { ActionName, Verb } from './schema/define'
import type { ActionContext, ActionHandler } from './write/action-handler'
import { readMembers } from './write/read-body'
import { attach, create, removeRecord, update } from './write/verbs'

/** One operation on one record type, requested over HTTP or by the host. */
export interface Command {
  readonly resource: string
  readonly verb: Verb | 'act'
  readonly action?: ActionName
  readonly organization: string
  readonly actor: Actor
  /** The identifier in the path; absent for list, create and collection actions. */
  readonly id?: number | undefined
  readonly body?: unknown
  readonly query?: Query | undefined
  readonly files?: readonly UploadedFile[] | undefined
}

/** Runs a command of the host atomically. Its reads do not count assumptions as used. @throws Refusal */
export const executeForHost = (world: World, command: Command): CommandOutcome =>
  world.store.history.atomically(() =>
    command.verb === 'list' || command.verb === 'get'
      ? world.assumptions.withoutNoting(() => executeInBlock(world, command))
      : executeInBlock(world, command),
  )

const NO_QUERY: Query = new Map()

/** Runs a command inside the caller's atomic block, which must be undone if it throws. @throws Refusal */
export function executeInBlock(world: World, command: Command): CommandOutcome {
  const { organization, actor, body, query = NO_QUERY } = command
  const context = { world, organization, actor }
  const type = world.registry.type(command.resource)
  const { model } = type.definition
  if (command.verb === 'list') return list(context, type, query)
  if (command.verb !== 'get') refuseParameters(world, query)
  if (command.verb === 'act') {
    const { id, action } = command
    const record = id === undefined ? {} : { record: existing(context, type, id) }
    return runAction({ ...context, type, ...record }, action, body)
  }
  if (command.verb === 'create') {
    const row = create(context, type, body)
    return {
      body: show(context, type, row),
      summary: `created ${recordName(type, row)}`,
      id: Number(row[type.definition.identifier]),
    }
  }
  const before = existing(context, type, command.id)
  switch (command.verb) {
    case 'get':
      if (
        world.assumptions.read('get-filters') === '404' &&
        query.size > 0 &&
        !fits(world, type, before, query)
      )
        throw refuse.missing(model, 'it exists, and the filters exclude it', '8.5')
      return {
        body: new JsonText(recordJson(context, type, before, 'detail')),
        summary: `read ${recordName(type, before)}`,
      }
    case 'update': {
      const row = update(context, type, before, body, answerOf(context, type, before))
      return { body: show(context, type, row), summary: `updated ${recordName(type, row)}` }
    }
    case 'attach': {
      const row = attach(context, type, before, command.files ?? [])
      return { body: show(context, type, row), summary: `attached to ${recordName(type, row)}` }
    }
    case 'remove':
      removeRecord(context, type, before)
      return { body: { success: true }, summary: `removed ${recordName(type, before)}` }
  }
}

/** Writes take no parameters. The assumption of lists says whether unknown ones are refused (§8.2). */
function refuseParameters({ assumptions }: World, query: Query): void {
  if (query.size > 0 && assumptions.read('unknown-parameters') === '422')
    throw refuse.invalid(
      Object.fromEntries([...query.keys()].map((name) => [name, [messages.unknownMember]])),
    )
}

function list(scope: Scope, type: CompiledType, query: Query): CommandOutcome {
  const page = findPage(scope, type, readQuery(scope.world, type, query))
  return serializePage(scope, type, page)
}

/** @throws Refusal with status 404 */
export function existing({ world, organization }: Scope, type: CompiledType, id: number | undefined): Row {
  const table = world.store.table(organization, type.definition.name)
  const row = id === undefined ? undefined : table.get(id)
  if (row) return row
  const last = table.last()?.[type.definition.identifier]
  const known = last === undefined ? 'there is none at all' : `the last one is ${String(last)}`
  // Programs in JavaScript may pass a text, or nothing.
  const isId = typeof id === 'number' || typeof last === 'string'
  const why = isId ? `no ${shownOption(id)}: ${known}` : `${shownOption(id)} is no id, which is a number`
  throw refuse.missing(type.definition.model, why)
}

/** A get accepts the filters of its list, but ignores paging, search and order (§8.5). */
function fits(world: World, type: CompiledType, row: Row, query: Query): boolean {
  const filters = new Map([...query].filter(([name]) => !PAGING.includes(name)))
  return matches(row, readConditionsOnOne(world, type, filters))
}

/** The record as a GET by the actor returns it. */
function answerOf(context: Context, type: CompiledType, row: Row): Row {
  const { registry, answers } = context.world
  const shown = JSON.parse(recordJson(context, type, row, 'detail')) as Row
  if (context.actor.is_host || answers?.form === undefined) return shown
  return reformed(registry, answers.form, type.definition.name, shown) as Row
}

const show = (scope: Scope, type: CompiledType, row: Row): Row => serialize(scope, type, row, 'detail')

const recordName = ({ definition }: CompiledType, row: Row): string =>
  describeRecord(definition, row[definition.identifier])

const ACTIONS: Readonly<Record<ActionName, ActionHandler>> = {
  'print-now': printNow,
  'print-later': printLater,
  'print-batch': printBatch,
  usage: listUsage,
  'usage/bulk-upsert': upsertUsage,
}

function runAction(context: ActionContext, name: ActionName | undefined, body: unknown): CommandOutcome {
  const action = context.type.definition.actions?.find((one) => one.name === name)
  invariant(action, `${context.type.definition.name} has no action called ${name}`)
  return ACTIONS[action.name](context, action.body ? readMembers(context.world, action.body, body) : {})
}
