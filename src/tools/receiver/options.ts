import { OptionError, wrongOption } from '../../errors/option-error'
import { hostTime } from '../../host-time/host-time'
import { perhaps } from '../../kernel/nearest-name'
import { isLoopbackUrl, type Receiver } from '../../service/webhooks/targets'

/** The record in the events of the check. A receiver that fetches the record must find it. */
export interface EventSubject {
  /** @default 'core.invoice/updated' */
  readonly topic?: string
  /** @default 'core.Invoice' */
  readonly object_type?: string
  /** @default 1 */
  readonly id?: number
}

export interface CheckReceiverOptions {
  /** The secret that the receiver verifies signatures with. */
  readonly secret: string
  /**
   * The receiver's clock: Unix milliseconds, a Date, or a function that returns either. @default the host's
   * time
   */
  readonly now?: number | Date | (() => number | Date)
  /**
   * Returns what the receiver has done so far. A number counts its effects: each event must raise it by one,
   * and a repeated or refused event must not. Any other value is its state, such as a mirror of the records,
   * and is compared as JSON; it must not contain counters or event ids. May be asynchronous, for receivers
   * that work after responding.
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

const OPTIONS = ['secret', 'now', 'observe', 'about', 'headerPrefix', 'patience']

export function readCheckOptions(target: unknown, options: CheckReceiverOptions): CheckSettings {
  if (typeof target !== 'function' && !isLoopbackUrl(target))
    throw wrongOption('target', 'a function or a loopback URL such as http://127.0.0.1:3000', target)
  if (typeof options !== 'object' || options === null)
    throw wrongOption('options', 'an object with at least { secret }', options)
  for (const name of Object.keys(options))
    if (!OPTIONS.includes(name))
      throw new OptionError(
        name,
        `there is no option ${name}${perhaps(name, OPTIONS)}; there are ${OPTIONS.join(', ')}`,
      )
  const {
    secret,
    now = hostTime.now,
    observe,
    about = {},
    headerPrefix = 'Service',
    patience = 2000,
  } = options
  if (typeof secret !== 'string' || secret === '')
    throw wrongOption('secret', 'a text that is not empty', secret)
  if (observe !== undefined && typeof observe !== 'function')
    throw wrongOption('observe', 'a function', observe)
  if (typeof headerPrefix !== 'string' || !/^[A-Za-z][A-Za-z0-9-]*$/.test(headerPrefix))
    throw wrongOption('headerPrefix', 'a word that can begin a header name', headerPrefix)
  if (!Number.isSafeInteger(patience) || patience < 1)
    throw wrongOption('patience', 'a whole number of milliseconds', patience)
  return {
    target: target as Receiver | string,
    secret,
    now: clock(now),
    observe,
    about: subject(about),
    headerPrefix,
    patience,
  }
}

function clock(now: NonNullable<CheckReceiverOptions['now']>): () => number {
  const read = (): number => Number(typeof now === 'function' ? now() : now)
  if (Number.isFinite(read())) return read
  throw wrongOption('now', 'Unix milliseconds, a Date, or a function that returns one of them', now)
}

function subject(about: EventSubject): Required<EventSubject> {
  const { topic = 'core.invoice/updated', object_type = 'core.Invoice', id = 1 } = about ?? {}
  if (typeof topic !== 'string' || typeof object_type !== 'string' || !Number.isSafeInteger(id))
    throw wrongOption(
      'about',
      'an object with the texts topic and object_type and the whole number id',
      about,
    )
  return { topic, object_type, id }
}
