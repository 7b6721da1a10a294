import { executeInBlock } from '../../../engine/execute'
import type { World } from '../../../engine/model/context'
import type { UploadedFile } from '../../../engine/model/uploaded-file'
import type { Definition, Verb, Version } from '../../../engine/schema/define'
import type { UploadedPart } from '../../../events/traffic/wire-message'
import { inWords } from '../../../kernel/name-words'
import { type Requirements, type Route, type RouteCall, type RouteReply, route } from './route'

type Path = 'collection' | 'item' | 'attachments'

/** Method and path of each verb (§5.1). */
const PLACES: { readonly [V in Verb]: Pick<Route, 'method' | 'takes'> & { readonly on: Path } } = {
  list: { method: 'GET', on: 'collection', takes: 'nothing' },
  create: { method: 'POST', on: 'collection', takes: 'json' },
  get: { method: 'GET', on: 'item', takes: 'nothing' },
  update: { method: 'PUT', on: 'item', takes: 'json' },
  remove: { method: 'DELETE', on: 'item', takes: 'nothing' },
  attach: { method: 'POST', on: 'attachments', takes: 'files' },
}

const VERSIONS: readonly Version[] = ['v1', 'v2']

export function definitionRoutes(definition: Definition): Route[] {
  const routes: Route[] = []
  for (const version of VERSIONS) {
    const collection = `/public/${version}/${definition.path}/`
    const item = `${collection}{${parameterName(definition)}}/`
    const templates = { collection, item, attachments: `${item}attachments/` }
    for (const verb of definition.operations[version] ?? []) {
      const { method, on, takes } = PLACES[verb]
      const created = verb === 'create' ? (definition.createStatus?.[version] ?? 200) : 200
      routes.push(
        route(method, templates[on], {
          group: groupOf(definition),
          takes,
          operation: { verb, definition },
          requires: requirementsOf(definition, version),
          run: (call) =>
            run(call, definition.name, verb, verb === 'create' ? createdStatus(call.world, created) : 200),
        }),
      )
    }
  }
  return [...routes, ...actionRoutes(definition)]
}

/** The status of the response to a create. `usual` is the status of the record's group (§7.2). */
export function createdStatus({ assumptions }: Pick<World, 'assumptions'>, usual: number): number {
  const status = assumptions.read('create-status')
  return status === '200-records-201-master-data' ? usual : Number(status)
}

const groupOf = ({ group, name }: Definition): string => group ?? name

const actionRoutes = (definition: Definition): Route[] =>
  (definition.actions ?? []).map((action) => {
    const { name, method, item } = action
    const place = item === undefined ? '' : `{${item}}/`
    return route(method, `/public/v1/${definition.path}/${place}${name}/`, {
      group: groupOf(definition),
      takes: method === 'GET' ? 'nothing' : 'json',
      operation: { verb: 'act', definition, action },
      requires: requirementsOf(definition, 'v1'),
      run: ({ world, organization, actor, parameters, body }) => {
        const [id] = parameters
        const command = {
          resource: definition.name,
          verb: 'act',
          action: name,
          organization,
          actor,
          id: id === undefined ? undefined : Number(id),
          body,
        } as const
        return { status: 200, ...executeInBlock(world, command) }
      },
    })
  })

/** The assumptions on which the existence of the operations rests. */
const requirementsOf = ({ basis }: Definition, version: Version): Requirements => ({
  ...(version === 'v2' && { 'v2-operations': 'as-described' }),
  ...(basis === 'assumed' && { 'open-group-paths': 'on' }),
})

function run(call: RouteCall, resource: string, verb: Verb, status: number): RouteReply {
  const { world, organization, actor, parameters, query, body, parts } = call
  const [identifier] = parameters
  const {
    body: shown,
    summary,
    id,
  } = executeInBlock(world, {
    resource,
    verb,
    organization,
    actor,
    query,
    id: identifier === undefined ? undefined : Number(identifier),
    body,
    files: parts && uploadedFiles(parts),
  })
  if (verb !== 'remove') return { status, body: shown, summary, id }
  return world.assumptions.read('delete-response') === '204'
    ? { status: 204, body: undefined, summary }
    : { status, body: shown, summary }
}

/** The name of the identifier in the path: `record_number`, `customer_id` (§5.1). */
function parameterName({ identifier, itemParameter, model }: Definition): string {
  if (itemParameter !== undefined) return itemParameter
  if (identifier === 'number') return 'record_number'
  return `${inWords(model, '_')}_id`
}

/** The files of an attachment request: the repeated form field `files`. Other fields are ignored (§2.7). */
function uploadedFiles(parts: readonly UploadedPart[]): UploadedFile[] {
  return parts.flatMap(({ name, filename, bytes }) =>
    name === 'files' && filename !== undefined ? [{ name: filename, size: bytes.length }] : [],
  )
}
