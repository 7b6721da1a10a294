import type { World } from '../../../engine/model/world'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { WIRE_MESSAGES, type WireMessage } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import type { JsonObject } from '../routes/route'
import { nestsDeeperThan, parseJson } from './json-text'

const JSON_TYPE = /^(application\/json|[^;\s]+\+json)\s*(;|$)/i

/** Parses the JSON object in a body. @throws WireRefusal with 400 for anything else (docs/service.md §7.1) */
export function readJsonObject(world: World, { headers, body }: WireRequest): JsonObject {
  const refuse = (message: WireMessage, rule: string): WireRefusal =>
    new WireRefusal(world.assumptions.read('malformed-body'), message, `${rule} (docs/service.md §7.1)`)

  const type = headers['content-type']
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw refuse(WIRE_MESSAGES.notJsonType, `the content type is ${type}; send application/json`)
  }
  if (body.kind === 'too-large')
    throw refuse(WIRE_MESSAGES.tooLarge, `the body has more than ${body.limit} bytes`)
  if (body.kind === 'unreadable') throw refuse(WIRE_MESSAGES.unreadable, body.problem)
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
  if (!isObject(value)) throw refuse(WIRE_MESSAGES.notAnObject, 'the body is JSON but no object')
  return value
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
