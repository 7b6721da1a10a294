import type { World } from '../../../engine/model/context'
import type { Query } from '../../../engine/read/query'
import type { WireBody, WireRequest } from '../../../events/traffic/wire-message'
import { parseJson } from '../../../kernel/decoded-text'
import { getOrCreateList } from '../../../kernel/get-or-create-list'
import { isObject } from '../../../kernel/is-object'
import { WIRE_MESSAGES, type WireMessage, WireRefusal } from '../responses/wire-refusal'
import type { JsonObject, Route, RouteCall } from '../routes/route'
import type { Caller } from './caller'
import { nestsDeeperThan } from './json-text'

const NO_QUERY: Query = new Map()

/** Reads the input of the operation. Code below this point does not know HTTP (§7.1). */
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
  for (const [name, value] of parameters) getOrCreateList(query, name).push(value)
  return query
}

function readParts(world: World, { body, headers }: WireRequest): NonNullable<RouteCall['parts']> {
  if (body.kind === 'multipart') return body.parts
  refuseUnread(world, body, 'form')
  const type = headers['content-type'] ?? 'nothing'
  throw refusalOf(world, WIRE_MESSAGES.notFormType, `files are sent as multipart/form-data, not ${type}`)
}

const refusalOf = ({ assumptions }: World, message: WireMessage, rule: string): WireRefusal =>
  new WireRefusal(assumptions.read('malformed-body'), message, `${rule} (docs/service.md §7.1)`)

/** @throws WireRefusal for a body that was not read whole */
function refuseUnread(world: World, body: WireBody, what: 'body' | 'form'): void {
  if (body.kind === 'too-large')
    throw refusalOf(world, WIRE_MESSAGES.tooLarge, `the ${what} has more than ${body.limit} bytes`)
  if (body.kind === 'unreadable') throw refusalOf(world, WIRE_MESSAGES.unreadable, body.problem)
}

const JSON_TYPE = /^(application\/json|[^;\s]+\+json)\s*(;|$)/i

/** Parses the JSON object in a body. @throws WireRefusal with 400 for anything else (§7.1) */
function readJsonObject(world: World, { headers, body }: WireRequest): JsonObject {
  const refuse = (message: WireMessage, rule: string): WireRefusal => refusalOf(world, message, rule)
  const type = headers['content-type']
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw refuse(WIRE_MESSAGES.notJsonType, `the content type is ${type}; send application/json`)
  }
  refuseUnread(world, body, 'body')
  if (body.kind !== 'bytes' || body.bytes.length === 0) {
    throw refuse(WIRE_MESSAGES.notJson, 'the request has no body')
  }
  const limits = world.assumptions.read('size-limits')
  const { text } = body
  if (text === undefined) throw refuse(WIRE_MESSAGES.notJson, 'the body is not UTF-8')
  if (nestsDeeperThan(text, limits.depth)) {
    throw refuse(WIRE_MESSAGES.tooDeep, `the body nests deeper than ${limits.depth} levels`)
  }
  const value = parseJson(text)
  if (value === undefined) throw refuse(WIRE_MESSAGES.notJson, 'the body is not JSON')
  if (!isObject(value)) throw refuse(WIRE_MESSAGES.notAnObject, 'the body is JSON, but not an object')
  return value
}
