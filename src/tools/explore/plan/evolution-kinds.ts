import type { KindRow } from './kind'

/** A refusal for programs that the service refuses nothing. */
const refusal = (text: string, more: object) => ({
  status: 503,
  body: { success: false, errors: { __all__: [text] }, ...more },
})

/** Changes that a service may make any day. A correct program survives all of it. */
export const EVOLUTION_KINDS = {
  'evolve-member': {
    rank: 'often',
    fault: { evolve: 'member' },
    isLasting: true,
    description: 'from here on each object in an answer had one member more',
  },
  'evolve-enum': {
    to: 'list',
    fault: { evolve: 'enum' },
    isLasting: true,
    description:
      'from here on among the records was one of somebody else with values that the service did not have before',
  },
  'evolve-null': {
    to: 'list',
    fault: { evolve: 'null' },
    description: 'among the records was one of somebody else with null wherever null may be',
  },
  'evolve-long-text': {
    to: 'list',
    fault: { evolve: 'long-text' },
    description: 'among the records was one of somebody else with a long text',
  },
  'evolve-large-id': {
    to: 'write',
    fault: { evolve: 'large-id' },
    description: 'from here on new records had ids above 2147483648',
  },
  'evolve-large-amount': {
    to: 'list',
    rank: 'rare',
    fault: { evolve: 'large-amount' },
    description: 'among the records was one of somebody else with an amount of twelve digits',
  },
  'evolve-order': {
    fault: { evolve: 'order' },
    isLasting: true,
    description: 'from here on the members of each answer came in another order',
  },
  'evolve-error-member': {
    fault: { evolve: 'error-member' },
    isLasting: true,
    description: 'from here on each refusal had one member more',
  },
  'evolve-error-text': {
    fault: { evolve: 'error-text' },
    isLasting: true,
    description: 'from here on each refusal was worded differently',
  },
  'evolve-unavailable-member': {
    fault: refusal('Service unavailable', { added_later: 'new' }),
    isAnsweredAsUsual: false,
    description: 'answered 503, with one member more in the error',
  },
  'evolve-unavailable-text': {
    fault: refusal('We are sorry: please try again in a moment', {}),
    isAnsweredAsUsual: false,
    description: 'answered 503, with another text in the error',
  },
  'evolve-header': {
    rank: 'rare',
    fault: { evolve: 'header' },
    isLasting: true,
    description: 'from here on answers had one header more',
  },
  'evolve-topic': {
    to: 'delivery',
    reception: { isLost: true },
    isAnsweredAsUsual: false,
    fault: { evolve: 'topic' },
    isLasting: true,
    description:
      'did not reach you; from here on each event was followed by one of a topic that did not exist before',
  },
  'evolve-envelope': {
    to: 'delivery',
    reception: { isLost: true },
    isAnsweredAsUsual: false,
    fault: { evolve: 'envelope' },
    isLasting: true,
    description: 'did not reach you, and came again with one member more and a later api_version',
  },
} as const satisfies Readonly<Record<string, KindRow>>
