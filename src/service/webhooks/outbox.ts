import type { Scope, World } from '../../engine/model/context'
import { numberOf, numberOrNull } from '../../engine/model/row'
import { nextOf } from '../../engine/model/tables'
import { wireInstant } from '../../engine/model/wire-instant'
import type { Definition } from '../../engine/schema/define'
import type { Change, Row } from '../../kernel/store'
import { WORLD } from '../../kernel/table-shape'
import { eventId } from './event-id'
import { pruneLog } from './log'
import { deliveriesIn, UNTRIED, webhooksIn } from './rows'
import { scheduleAttempt } from './schedule'
import { objectType, type TopicAction, topicOf } from './topics'

/** The result of filling the outbox. */
export interface QueuedEvents {
  readonly deliveries: number
  /** The ids of the events that have at least one receiver. */
  readonly events: readonly string[]
}

const NOTHING: QueuedEvents = { deliveries: 0, events: [] }

/** Queues deliveries for committed changes. Refused and rolled-back writes are never announced (§14.2). */
export function fillOutbox(world: World, changes: readonly Change[]): QueuedEvents {
  const described: DescribedEvent[] = []
  for (const change of changes) {
    const event = describedEvent(world, change)
    if (event) described.push(event)
  }
  if (described.length === 0) return NOTHING
  return world.store.history.atomically(() => {
    const events: string[] = []
    let deliveries = 0
    for (const { organization, event } of described) {
      const count = enqueue({ world, organization }, event)
      if (count > 0) events.push(event.event_id)
      deliveries += count
    }
    return { deliveries, events }
  })
}

interface DescribedEvent {
  readonly organization: string
  readonly event: BusinessEvent
}

// The assumptions of every delivery whose values are not read.
const RESTS_ON = ['webhook-body', 'event-id', 'delivery-status'] as const

export function describedEvent(
  world: World,
  { scope: organization, table, before, after }: Change,
): DescribedEvent | undefined {
  if (organization === WORLD) return undefined
  const scope = { world, organization }
  if (webhooksIn(scope).size === 0) return undefined
  const definition = world.registry.find(table)?.definition
  if (!definition?.hasTopics) return undefined
  const action = actionOf(before, after)
  const row = (after ?? before) as Row
  const isDraft = row.record_status === 'draft' && before?.record_status !== 'posted'
  if (isDraft && world.assumptions.read('webhook-events') === 'without-drafts') return undefined
  const revision = numberOf(row, 'revision') + (after ? 0 : 1)
  return {
    organization,
    event: businessEvent(scope, definition, action, objectId(world, definition, row), revision),
  }
}

/** A DELETE that archives a record counts as deleted. */
function actionOf(before: Row | undefined, after: Row | undefined): TopicAction {
  if (!before) return 'created'
  return !after || (after.deleted === true && before.deleted !== true) ? 'deleted' : 'updated'
}

/** The id that events show for a record (§14.2). */
const objectId = ({ assumptions }: World, { identifier }: Definition, row: Row): number =>
  (assumptions.read('webhook-object-id') === 'internal-id' ? numberOrNull(row, 'internal_id') : null) ??
  numberOf(row, identifier)

function enqueue(scope: Scope, event: BusinessEvent): number {
  const { world, organization } = scope
  const { store, clock, assumptions } = world
  assumptions.noteUse('webhook-events', ...RESTS_ON)
  pruneLog(scope)
  const hooks = [...webhooksIn(scope).rows()].filter(
    (hook) => hook.is_active && hook.topics.includes(event.topic),
  )
  for (const hook of hooks.sort((a, b) => a.turn - b.turn)) {
    const id = nextOf(store, organization, 'webhook_delivery')
    deliveriesIn(scope).put({
      id,
      event_id: event.event_id,
      webhook_uuid: hook.id,
      topic: event.topic,
      body: envelope(world, event, hook.id),
      ...UNTRIED,
      created_at: clock.instant,
      due: null,
      timer: null,
      turn: id,
      copy_of: null,
    })
    scheduleAttempt(scope, id, clock.now)
  }
  return hooks.length
}

/** One change of a record, equal for every endpoint. */
interface BusinessEvent {
  readonly event_id: string
  readonly topic: string
  readonly object_type: string
  readonly id: number
  readonly created_at: string | null
}

function businessEvent(
  { world, organization }: Scope,
  definition: Definition,
  action: TopicAction,
  id: number,
  revision: number,
): BusinessEvent {
  return {
    event_id: eventId(
      `${world.assumptions.read('event-id-prefix')}${organization}`,
      objectType(definition),
      id,
      action,
      revision,
    ),
    topic: topicOf(definition, action),
    object_type: objectType(definition),
    id,
    created_at: wireInstant(world, world.clock.now),
  }
}

/** The body of a delivery to one endpoint, pinned to the API version of that date (§14.3). */
const envelope = (world: World, event: BusinessEvent, webhook: string): string =>
  JSON.stringify({
    event_id: event.event_id,
    api_version: world.assumptions.read('webhook-api-version'),
    topic: event.topic,
    object_type: event.object_type,
    object: { id: event.id },
    webhook_uuid: webhook,
    created_at: event.created_at,
  })
