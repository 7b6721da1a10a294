/** The duties of a receiver, and the sections that describe them. */
export const RECEIVER_RULES = {
  'accept-genuine': { section: '14.4', text: 'A genuine event is answered with 2xx.' },
  'check-signature': {
    section: '14.3',
    text: 'The signature is the HMAC-SHA256 of timestamp, point and body, keyed with the secret.',
  },
  'require-signature': { section: '14.3', text: 'A request without signature or timestamp is refused.' },
  'raw-bytes': {
    section: '14.3',
    text: 'The signature is computed over the bytes received, never over JSON written anew.',
  },
  'timestamp-window': {
    section: '14.3',
    text: 'A timestamp more than 300 seconds off is refused, in either direction, and no other.',
  },
  'refuse-with-400': {
    section: '14.3',
    text: 'A failed check is answered with 400, or another status that stops retries.',
  },
  'no-effect-when-refused': { section: '14.3', text: 'What fails a check has no effect.' },
  'drop-repeated': {
    section: '14.3',
    text: 'An event that was seen before is answered with 2xx and has no second effect.',
  },
  'answer-quickly': { section: '14.3', text: 'Every request is answered, and quickly.' },
  'any-order': { section: '14.4', text: 'Events may arrive in any order, with the same outcome.' },
  'every-event': {
    section: '14.4',
    text: 'Of many events at once each is answered with 2xx and has its effect.',
  },
} as const

/** The name of a rule of docs/service.md §14.3 and §14.4. */
export type ReceiverRule = keyof typeof RECEIVER_RULES
