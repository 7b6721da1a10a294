import type { World } from '../../engine/model/context'
import { isRefusal, type Refusal } from '../../engine/model/refusals'
import { unreadKey, unreadKeyText } from '../../events/headers/unread-key'
import type { LazyWarnings } from '../../events/traffic/reason-text'
import { noteRefusal, type Reason, type WireBody, type WireResponse } from '../../events/traffic/wire-message'
import { utf8Text } from '../../host-time/platform'
import { type KeyReservation, storeResponse } from './idempotency/kept-replies'
import { respond, respondErrors } from './responses/respond'
import type { JsonObject, Route, RouteCall } from './routes/route'
import { unknownNames } from './unknown-names'

/** Runs the operation, and commits its writes with the stored reply. A refusal is rolled back first (§10). */
export function runOperation(
  world: World,
  route: Route,
  call: RouteCall,
  claim: KeyReservation | undefined,
): WireResponse {
  const { history } = world.store
  try {
    return history.atomically(() => {
      const { status, body, summary, headers, id } = route.run(call)
      const reason = successReason(route, recordOf(route, call, id))
      const reply = respond(status, body, summary, { headers, reason, further: warningsOf(route, call) })
      return storeResponse(world, claim, reply)
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    world.assumptions.noteUse('error-texts')
    const errors =
      world.assumptions.read('order-of-checks') === 'first-error' ? firstOf(error.errors) : error.errors
    const { rule, section } = reasonRuleOf(error)
    const record = recordOf(route, call, undefined)
    const reason = { rule, section, ...(record && { record }), text: error.message }
    const explanation = { reason, further: warningsOf(route, call) }
    const reply = respondErrors(error.status, errors, reasonOf(error), explanation)
    noteRefusal(reason, error.messages)
    return claim ? history.atomically(() => storeResponse(world, claim, reply)) : reply
  }
}

/** Written out, because a spread that adds a member is slow, and every request passes here. */
const successReason = (route: Route, record: Reason['record']): Reason =>
  record && route.operation
    ? { rule: 'done', section: sectionOf(route), record, verb: route.operation.verb }
    : { rule: 'done', section: sectionOf(route) }

/** Warnings of ignored names and files and of a capped limit. Computed lazily, as there may be many. */
function warningsOf(route: Route, { world, request, query }: RouteCall): LazyWarnings | undefined {
  const text = route.takes === 'json' && request.body.kind === 'bytes' ? request.body.text : undefined
  const unread = unreadKey(request)
  const isForm = request.body.kind === 'multipart'
  if (text === undefined && query.size === 0 && unread === undefined && !isForm) return undefined
  const compute = (): string[] => [
    ...unknownNames(world, route, {
      query,
      ...(text !== undefined && { body: JSON.parse(text) as JsonObject }),
    }),
    ...(unread === undefined ? [] : [unreadKeyText(unread)]),
    ...unreadFiles(request.body),
  ]
  return { size: text?.length ?? 0, compute }
}

/** The first message of the first member (§7.5). */
const firstOf = (errors: Refusal['errors']): Refusal['errors'] =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, 1)
      .map(([member, texts]) => [member, texts.slice(0, 1)]),
  )

const sectionOf = ({ operation }: Route): string =>
  operation?.verb === 'list' || operation?.verb === 'view' ? '8' : '5'

/** The record that the operation created or that its path names. */
function recordOf(
  { operation }: Route,
  { parameters }: RouteCall,
  created: number | undefined,
): Reason['record'] {
  const [named] = parameters
  const id = created ?? (named === undefined ? undefined : Number(named))
  if (id === undefined || operation === undefined || operation.verb === 'view') return undefined
  return { type: operation.definition.name, id }
}

const RULES: Readonly<Record<number, string>> = { 404: 'not-found', 409: 'conflict', 422: 'validation' }

function reasonRuleOf({ status, messages }: Refusal): Pick<Reason, 'rule' | 'section'> {
  const [first] = Object.values(messages).flat()
  return { rule: RULES[status] ?? 'refused', section: first?.section ?? null }
}

/** The messages of a refusal with their details and the sections of the rules. */
function reasonOf({ status, message, messages, detail }: Refusal): string {
  const sections = new Set(
    Object.values(messages)
      .flat()
      .map(({ section }) => section),
  )
  const rules = `docs/service.md §${[...sections].join(', §')}`
  return `${status}: ${message} (${detail === '' ? rules : `${detail}; ${rules}`})`
}

/** The texts that arrive in place of a file that the form could not read. */
const REMAINS = ['undefined', '[object File]', '[object Blob]']
const MOST_BYTES = Math.max(...REMAINS.map((text) => text.length))

/**
 * Files of a form that arrived without their content. The FormData of jsdom hands over files that a fetch of Node
 * cannot read: it sends `undefined` under the name `blob`, which the service stores as any other file.
 */
const unreadFiles = (body: WireBody): string[] =>
  body.kind !== 'multipart'
    ? []
    : body.parts
        .filter(({ filename, bytes }) => (filename ?? 'blob') === 'blob' && bytes.length <= MOST_BYTES)
        .filter(({ bytes }) => REMAINS.includes(utf8Text(bytes)))
        .map(
          ({ name, bytes }) =>
            `the part ${name} holds the text "${utf8Text(bytes)}" and no file: a File of jsdom arrives so; ` +
            "send a File and a FormData of Node's, in a test whose environment is node",
        )
