import { wireInstant } from '../../engine/model/wire-instant'
import type { World } from '../../engine/model/world'
import type { Definition } from '../../engine/schema/define'
import { eventId } from './event-id'
import { type Action, objectType, topicOf } from './topics'

/** One change of a record, the same for every endpoint. */
export interface BusinessEvent {
  readonly event_id: string
  readonly topic: string
  readonly object_type: string
  readonly id: number
  readonly created_at: string | null
}

export function businessEvent(
  world: World,
  organization: string,
  definition: Definition,
  action: Action,
  id: number,
  revision: number,
): BusinessEvent {
  return {
    event_id: eventId(organization, objectType(definition), id, action, revision),
    topic: topicOf(definition, action),
    object_type: objectType(definition),
    id,
    created_at: wireInstant(world, world.clock.now),
  }
}

/** The body of a delivery to one endpoint, pinned to the API version of that date (docs/service.md §14.3). */
export const envelope = (world: World, event: BusinessEvent, webhook: string): string =>
  JSON.stringify({
    event_id: event.event_id,
    api_version: world.assumptions.read('webhook-api-version'),
    topic: event.topic,
    object_type: event.object_type,
    object: { id: event.id },
    webhook_uuid: webhook,
    created_at: event.created_at,
  })
