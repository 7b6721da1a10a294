import type { Registry } from '../../engine/model/compiled-type'
import type { Definition } from '../../engine/schema/define'

export const TOPIC_ACTIONS = ['created', 'updated', 'deleted'] as const
export type TopicAction = (typeof TOPIC_ACTIONS)[number]

const APP = 'core'

/** Such as core.Invoice. */
export const objectType = ({ model }: Definition): string => `${APP}.${model}`

/** Such as core.invoice/updated. */
export const topicOf = ({ model }: Definition, action: TopicAction): string =>
  `${APP}.${model.toLowerCase()}/${action}`

/** All topics (§14.2). */
export const topicsOf = (registry: Registry): string[] =>
  registry.definitions
    .filter((definition) => definition.hasTopics)
    .flatMap((definition) => TOPIC_ACTIONS.map((action) => topicOf(definition, action)))
    .sort()
