import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about webhooks (§14). */
export const WEBHOOKS_ASSUMPTIONS = {
  'webhook-get-one': closedChoice('14.1', 'A single webhook can be read.', ['on', 'off']),
  'webhook-shapes': fixed(
    '14.1',
    'Lists, registrations and reads have the members of the table.',
    'as-listed',
  ),
  'webhook-url': closedChoice(
    '14.1',
    'Deliveries go to public https addresses only; the switch also allows 127.0.0.1.',
    ['https-public', 'allow-loopback-http'],
  ),
  'webhook-topics': fixed('14.2', 'Every action of the listed models is a topic.', 'as-listed'),
  'webhook-events': closedChoice(
    '14.2',
    'A write emits one event for each record that it changes, drafts included or not.',
    ['derived-and-drafts', 'without-drafts'],
  ),
  'webhook-object-id': closedChoice(
    '14.2',
    'The object id is the identifier of the item path; or the internal id.',
    ['item-path-identifier', 'internal-id'],
  ),
  'event-id': fixed('14.2', 'The event id is a UUID of version 5, made from the change.', 'uuid-v5'),
  'event-id-prefix': open('14.2', 'What event ids are made from begins with this text.', 'text', ''),
  'webhook-api-version': open('14.3', 'The envelope carries the date of its schema.', 'text', '2026-06-27'),
  'webhook-body': fixed('14.3', 'Every attempt sends the same body bytes.', 'same-bytes'),
  'webhook-header-prefix': fixed('14.3', 'The names of the headers start with this word.', 'Service'),
  'delivery-status': fixed('14.4', 'A delivery is in one of these states.', [
    'pending',
    'retrying',
    'delivered',
    'failed',
  ]),
  'delivery-log': open('14.4', 'The log is kept for this many simulated days.', 'number', 30),
  'webhook-retry-delays': closedChoice(
    '14.4',
    'The delay doubles from one minute up to twelve hours; or is an hour.',
    ['doubling', 'hourly'],
  ),
  'webhook-receiver-429': closedChoice('14.4', "A receiver's longer Retry-After is obeyed.", [
    'honour-when-longer',
    'ignore',
  ]),
  'webhook-source-addresses': fixed('14.4', 'Requests come from these addresses in turn.', [
    '203.0.113.10',
    '203.0.113.11',
  ]),
  'webhook-timeout': open('14.4', 'A receiver has this many seconds to answer.', 'number', 10),
  'delivery-storm': fixed(
    '14.4',
    'Sending ends with an error once deliveries at one instant have caused this many others.',
    10_000,
  ),
  'webhook-stop-status': closedChoice(
    '14.4',
    'A status that stops retries counts as a failure of the webhook.',
    ['counts', 'does-not-count'],
  ),
  'webhook-disable': open(
    '14.4',
    'This many days of failures without a success disable a webhook.',
    'number',
    5,
  ),
  'webhook-disabled-deliveries': fixed(
    '14.4',
    'The waiting deliveries of a disabled webhook fail.',
    'failed',
  ),
  'webhook-url-change': fixed('14.4', 'Queued deliveries go to the new address.', 'new-url'),
}
