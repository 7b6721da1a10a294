import type { Command } from '../../engine/execute'
import type { Outcome } from '../../engine/model/outcome'
import type { World } from '../../engine/model/world'
import type { Definition, Verb, Version } from '../../engine/schema/define'
import { uploadedFiles } from '../uploaded-files'
import { parameterName } from './parameter-name'
import type { Route, RouteCall, RouteReply } from './routes'

export type Execute = (world: World, command: Command) => Outcome

interface Place {
  readonly method: string
  readonly on: 'collection' | 'item' | 'attachments'
  readonly takes: Route['takes']
}

/** Where each verb lives on the wire (docs/service.md §5.1). */
const PLACES: { readonly [V in Verb]: Place } = {
  list: { method: 'GET', on: 'collection', takes: 'nothing' },
  create: { method: 'POST', on: 'collection', takes: 'json' },
  get: { method: 'GET', on: 'item', takes: 'nothing' },
  update: { method: 'PUT', on: 'item', takes: 'json' },
  remove: { method: 'DELETE', on: 'item', takes: 'nothing' },
  attach: { method: 'POST', on: 'attachments', takes: 'files' },
}

const VERSIONS: readonly Version[] = ['v1', 'v2']

/** The operations that one record type offers. */
export function definitionRoutes(definition: Definition, execute: Execute): Route[] {
  const routes: Route[] = []
  for (const version of VERSIONS) {
    const collection = `/public/${version}/${definition.path}/`
    const item = `${collection}{${parameterName(definition)}}/`
    const templates = { collection, item, attachments: `${item}attachments/` }
    for (const verb of definition.operations[version] ?? []) {
      const { method, on, takes } = PLACES[verb]
      const template = templates[on]
      const created = verb === 'create' ? (definition.createStatus?.[version] ?? 200) : 200
      routes.push({
        method,
        template,
        key: `${method} ${template}`,
        version,
        group: definition.group ?? definition.name,
        takes,
        offer: { verb, definition },
        run: (call) => {
          rests(call.world, definition, version, verb)
          return perform(call, definition.name, verb, created, execute)
        },
      })
    }
  }
  return [...routes, ...actionRoutes(definition, execute)]
}

/** What it offers besides the verbs, on the collection or on one record. */
const actionRoutes = (definition: Definition, execute: Execute): Route[] =>
  (definition.actions ?? []).map((action) => {
    const { name, method, item } = action
    const place = item === undefined ? '' : `{${item}}/`
    const template = `/public/v1/${definition.path}/${place}${name}/`
    return {
      method,
      template,
      key: `${method} ${template}`,
      version: 'v1',
      group: definition.group ?? definition.name,
      takes: method === 'GET' ? 'nothing' : 'json',
      offer: { verb: 'act', definition, action },
      run: ({ world, organization, actor, parameters, body }) => {
        rests(world, definition, 'v1', 'act')
        const [id] = parameters
        const command = {
          resource: definition.name,
          verb: 'act',
          action: name,
          organization,
          actor,
          ...(id === undefined ? {} : { id: Number(id) }),
          body,
        } as const
        return { status: 200, ...execute(world, command) }
      },
    }
  })

/** Notes what the offer of this operation itself is a guess about. */
function rests(
  { assumptions }: World,
  definition: Definition,
  version: Version,
  verb: Command['verb'],
): void {
  if (version === 'v2') assumptions.read('v2-operations')
  if (definition.basis === 'assumed') assumptions.read('open-group-paths')
  if (verb === 'create') assumptions.read('create-status')
}

function perform(
  call: RouteCall,
  resource: string,
  verb: Verb,
  status: number,
  execute: Execute,
): RouteReply {
  const { world, organization, actor, parameters, query, body, parts } = call
  const [identifier] = parameters
  const outcome = execute(world, {
    resource,
    verb,
    organization,
    actor,
    query,
    ...(identifier === undefined ? {} : { id: Number(identifier) }),
    ...(body === undefined ? {} : { body }),
    ...(parts === undefined ? {} : { files: uploadedFiles(parts) }),
  })
  if (verb !== 'remove') return { status, body: outcome.body, summary: outcome.summary }
  return world.assumptions.read('delete-response') === '204'
    ? { status: 204, body: undefined, summary: outcome.summary }
    : { status, body: { success: true }, summary: outcome.summary }
}
