import type { World } from '../../../engine/model/world'
import type { Query } from '../../../engine/read/query'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import type { Route, RouteCall } from '../routes/route'
import type { Caller } from './identify'
import { readJsonObject } from './read-json-object'

const NO_QUERY: Query = new Map()

/**
 * Reads what the operation needs from the request. Code below this point does not know HTTP (docs/service.md
 * §7.1).
 */
export function readCommand(
  world: World,
  caller: Caller,
  request: WireRequest,
  route: Route,
  parameters: readonly string[],
): RouteCall {
  const { organization, actor } = caller
  const query = request.url.search === '' ? NO_QUERY : readQuery(request.url.searchParams)
  switch (route.takes) {
    case 'nothing':
      return { world, request, organization, actor, parameters, query }
    case 'json': {
      const body = readJsonObject(world, request)
      return { world, request, organization, actor, parameters, query, body }
    }
    case 'files': {
      const parts = readParts(world, request)
      return { world, request, organization, actor, parameters, query, parts }
    }
  }
}

/** All values of each parameter, in the order sent. */
function readQuery(parameters: URLSearchParams): Query {
  const query = new Map<string, string[]>()
  for (const [name, value] of parameters) {
    const values = query.get(name)
    if (values) values.push(value)
    else query.set(name, [value])
  }
  return query
}

function readParts(world: World, { body, headers }: WireRequest): NonNullable<RouteCall['parts']> {
  if (body.kind === 'multipart') return body.parts
  const status = world.assumptions.read('malformed-body')
  if (body.kind === 'too-large') {
    const rule = `the form has more than ${body.limit} bytes`
    throw new WireRefusal(status, WIRE_MESSAGES.tooLarge, `${rule} (docs/service.md §7.1)`)
  }
  if (body.kind === 'unreadable') {
    throw new WireRefusal(status, WIRE_MESSAGES.unreadable, `${body.problem} (docs/service.md §7.1)`)
  }
  const type = headers['content-type'] ?? 'nothing'
  throw new WireRefusal(
    status,
    WIRE_MESSAGES.notFormType,
    `files are sent as multipart/form-data, not ${type} (docs/service.md §7.1)`,
  )
}
