import type { Webhooks } from '../api/webhooks'
import type { Random } from '../kernel/random'
import type { WebhookDirection } from './scenario'

type Direct = (webhooks: Webhooks, random: Random) => void

const queued = ({ queue }: Webhooks): number[] => queue.map(({ id }) => id)

/** The effect of each direction on the waiting deliveries. */
export const WEBHOOK_DIRECTIONS: Readonly<Record<WebhookDirection, Direct>> = {
  hold: (webhooks) => webhooks.hold(),
  release: (webhooks) => webhooks.release(),
  duplicate: (webhooks) => {
    for (const id of queued(webhooks)) webhooks.duplicate(id)
  },
  reorder: (webhooks, random) => webhooks.reorder(shuffled(queued(webhooks), random)),
  drop: (webhooks) => {
    for (const id of queued(webhooks)) webhooks.drop(id)
  },
  replay: (webhooks) => {
    const sent = new Set(webhooks.attempts.map(({ event_id }) => event_id))
    for (const eventId of sent) webhooks.replay(eventId)
  },
}

function shuffled(ids: readonly number[], random: Random): number[] {
  const rest = [...ids]
  const drawn: number[] = []
  while (rest.length > 0) drawn.push(...rest.splice(random.integer(rest.length), 1))
  return drawn
}
