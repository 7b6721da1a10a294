import { RECORD_TYPES } from './record-type-names'

/** The beginnings of topics (docs/service.md §14.2). Some types have no topics. */
export const TOPIC_STEMS = [...RECORD_TYPES, 'workflow'].map((type) => `core.${type.toLowerCase()}`)
export const TOPICS = TOPIC_STEMS.flatMap((stem) =>
  ['created', 'updated', 'deleted'].map((action) => `${stem}/${action}`),
)

/** The rules of `reason`, in requests and in webhook changes. */
export const RULE_NAMES = (
  'done idempotency-replay fault under-way not-found conflict validation refused failing request ' +
  'key-missing key-refused permission subscription no-operation method-not-allowed rate-limit maintenance ' +
  'body-not-json body-not-an-object body-too-deep body-too-large body-unreadable content-type internal-error ' +
  'idempotency-key-format idempotency-key-reused idempotency-key-in-progress header-unread'
).split(' ')
