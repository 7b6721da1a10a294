import { wrongChoice, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import { TOPICS } from '../../events/filter/known-names'
import { RECORD_TYPES } from '../../events/filter/record-type-names'
import { hostTime } from '../../host-time/host-time'
import { isLoopbackUrl, type Receiver } from '../../service/webhooks/targets'
import { TOPIC_ACTIONS } from '../../service/webhooks/topics'
import { millisecondsOf } from '../../service/webhooks/verify-webhook'

/** The record that the check's events are about. A receiver that fetches the record must find it. */
export interface EventSubject {
  /** A topic that the receiver handles; check each of several. @default 'core.invoice/updated' */
  readonly topic?: string
  /** The model of the topic (docs/service.md §14.2). @default 'core.Invoice' */
  readonly object_type?: string
  /** @default 1 */
  readonly id?: number
}

export interface CheckReceiverOptions {
  /** The secret that the receiver verifies signatures with. */
  readonly secret: string
  /** The receiver's clock: Unix milliseconds, a Date, or a function that returns either. @default the host's time */
  readonly now?: number | Date | (() => number | Date)
  /**
   * Returns the effects of the receiver so far. A number counts them: each event must raise it by one, a
   * repeated or refused event must not. Any other value is a state, such as a mirror of the records, and is
   * compared as JSON; it must not contain counters or event ids. May be asynchronous, for receivers that work
   * after responding. A state that no event changes shows nothing, and the report says so.
   */
  readonly observe?: () => unknown
  /** @default an update of invoice number 1 */
  readonly about?: EventSubject
  /** Prefix of the header names. @default 'Service' */
  readonly headerPrefix?: string
  /** Real time in milliseconds after which the receiver counts as silent. @default 2000 */
  readonly patience?: number
}

/** Validated options with defaults. */
export interface CheckSettings {
  readonly target: Receiver | string
  readonly secret: string
  readonly now: () => number
  readonly observe: (() => unknown) | undefined
  readonly about: Required<EventSubject>
  readonly headerPrefix: string
  readonly patience: number
}

/** The types of objects in events, such as core.Invoice. */
const OBJECT_TYPES = [...RECORD_TYPES, 'workflow'].map(
  (type) => `core.${type.charAt(0).toUpperCase()}${type.slice(1)}`,
)

const readOptions = read.members(
  {
    secret: read.filledText,
    now: read.unchecked,
    observe: read.orUndefined(read.callback<() => unknown>()),
    about: read.orUndefined(
      read.members({
        topic: read.orUndefined(read.oneOfNames(TOPICS)),
        object_type: read.orUndefined(read.oneOfNames(OBJECT_TYPES)),
        id: read.orUndefined(read.whole(-Infinity)),
      }),
    ),
    headerPrefix: read.orElse(read.headerWord, 'Service'),
    patience: read.orElse(read.whole(1, undefined, 'milliseconds'), 2000),
  },
  'an object with at least { secret }',
)

export function readCheckOptions(target: unknown, options: CheckReceiverOptions): CheckSettings {
  if (typeof target !== 'function' && !isLoopbackUrl(target))
    throw wrongOption('target', 'a function or a loopback URL such as http://127.0.0.1:3000', target)
  const { now, about, observe, ...read } = readOptions(options, '')
  return {
    ...read,
    target: target as Receiver | string,
    now: clock((now as CheckReceiverOptions['now']) ?? hostTime.now),
    observe,
    about: subjectOf(about),
  }
}

function subjectOf(given: EventSubject = {}): Required<EventSubject> {
  const about = { topic: 'core.invoice/updated', object_type: 'core.Invoice', id: 1, ...given }
  const [model, action] = [modelOf(about.topic), actionOf(about.topic)]
  if (!/^[a-z]+\.[a-z]+$/.test(model))
    throw wrongOption('about.topic', 'a topic such as core.invoice/created', about.topic)
  if (!isAction(action)) throw wrongChoice('about.topic', topicsOf(model), about.topic)
  if (about.object_type.toLowerCase() !== model)
    throw wrongOption(
      'about.object_type',
      `the model of ${about.topic}, such as core.Invoice`,
      about.object_type,
    )
  return about
}

const modelOf = (topic: string): string => topic.split('/')[0] as string
const actionOf = (topic: string): string => topic.slice(modelOf(topic).length + 1)
const isAction = (action: string): boolean => TOPIC_ACTIONS.some((known) => known === action)
const topicsOf = (model: string): string[] => TOPIC_ACTIONS.map((action) => `${model}/${action}`)

export const siblingsOf = (topic: string): string[] =>
  topicsOf(modelOf(topic)).filter((known) => known !== topic)

function clock(now: NonNullable<CheckReceiverOptions['now']>): () => number {
  millisecondsOf(now, 'now')
  return () => millisecondsOf(now, 'now')
}
