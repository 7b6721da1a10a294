import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about contracts and revenue (§13). */
export const CONTRACTS_ASSUMPTIONS = {
  'contract-required': fixed(
    '13.1',
    'A contract needs a company, a customer and a start; it needs an end unless all recognition is on single days.',
    ['company_id', 'customer_id', 'start_date'],
  ),
  'contract-discount': fixed(
    '13.1',
    'A discount is taken off the rounded gross amount of its obligation and must not exceed it.',
    'off-gross',
  ),
  'contract-net': fixed(
    '13.1',
    'The net total of a contract is not below 0; a contract worth 0 is completed on its last day.',
    'not-below-0',
  ),
  'contract-prepared-invoices': fixed(
    '13.1',
    'Prepared invoices must have the company, customer, currency and net total of their contract.',
    'agree',
  ),
  'schedule-limit': fixed(
    '13.1',
    'All obligations of a contract together plan no more periods than this.',
    20_000,
  ),
  'contract-given-schedules': closedChoice(
    '13.1',
    'Recognition entries and invoices given in the request replace the computed ones.',
    ['replace', 'ignore'],
  ),
  'obligation-conditions': fixed(
    '13.1',
    'The conditions of an obligation contain milestones, tiers or a release date; other members are stored.',
    { milestone: 'milestones', usage_tiered: 'tiers', deposit_release: 'release_date' },
  ),
  'contract-status': fixed(
    '13.2',
    'A contract is created as draft or active, completed by its last recognition and terminated by the host.',
    ['draft', 'active', 'completed', 'terminated', 'archived'],
  ),
  'contract-terminate': closedChoice(
    '13.2',
    'A terminated contract recognises up to its last day; amounts billed beyond that are credited.',
    ['credit', 'none'],
  ),
  'contract-locked': closedChoice('13.2', 'A contract is locked when it posts its first record.', [
    'first-posting',
    'never',
  ]),
  'ssp-allocation': closedChoice(
    '13.3',
    'If every obligation has a standalone selling price, the net total is allocated by these prices.',
    ['on', 'off'],
  ),
  'recognition-periods': closedChoice(
    '13.3',
    'Revenue is recognised on the last day of each calendar day, week, month or year.',
    ['calendar', 'anniversary'],
  ),
  'schedule-remainder': closedChoice('13.3', 'The last part of a schedule takes the rounding remainder.', [
    'last',
    'cumulative',
  ]),
  'straight-line': fixed(
    '13.4',
    'A partial unit is weighted by its days, a whole unit by 1.',
    'partial-by-days',
  ),
  'straight-line-even': fixed('13.4', 'Every period that the term touches has the same weight.', 'equal'),
  'daily-prorata': fixed('13.4', 'Every day of the term has the same weight.', 'actual-days'),
  milestone: fixed('13.4', 'A milestone is recognised on the date of its achievement.', 'achieved-date'),
  'usage-amount': fixed(
    '13.4',
    'The amount of usage is quantity x rate; the rate of the usage record precedes that of the obligation.',
    'record-rate-first',
  ),
  'usage-tiers': fixed(
    '13.4',
    'Tiers apply to the cumulated quantity of an obligation; each part has the rate of its tier.',
    'graduated',
  ),
  immediate: fixed(
    '13.4',
    'Immediate recognition is on the day on which recognition starts.',
    'recognition-start',
  ),
  'deposit-release': fixed(
    '13.4',
    'A deposit is released on its release date, else when recognition ends.',
    'release-date',
  ),
  'recognition-timing': closedChoice(
    '13.4',
    'Activation creates recognition entries as drafts; the clock posts each on its date.',
    ['clock', 'all-at-activation'],
  ),
  'contract-foreign-currency': fixed(
    '13.4',
    'Deferred revenue is recognised at its carrying amount; unbilled revenue is a contract asset in foreign currency.',
    { billed: 'carried', earned: 'rate of the day' },
  ),
  'billing-periods': closedChoice(
    '13.5',
    'Equal instalments are billed in advance, in intervals counted from the start of billing.',
    ['in-advance', 'in-arrears'],
  ),
  'billing-sync': fixed(
    '13.5',
    'Synchronised billing bills the net amount on the dates and in the proportions of recognition.',
    'net-in-proportion',
  ),
  'contract-billing-total': fixed(
    '13.5',
    'A contract bills its net total, and credits each deferral account with what is recognised from it.',
    'net-total',
  ),
  'contract-billing-refused': fixed(
    '13.5',
    'A generated record that cannot be created on its day is retried each day.',
    'waits',
  ),
  'contract-invoice-put': fixed(
    '13.5',
    'A PUT of a generated invoice keeps the obligations of its lines and the accounts they post to.',
    'kept',
  ),
  'billing-invoices': closedChoice('13.5', 'Invoices of a contract are created and posted on their day.', [
    'posted',
    'draft',
  ]),
  'usage-upsert': fixed(
    '13.5',
    'A batch of usage is written completely or not at all, and billed on one invoice.',
    'one-invoice',
  ),
  'usage-update': closedChoice(
    '13.5',
    'A change to invoiced usage updates its recognition entry and its invoice line.',
    ['restate', '422'],
  ),
}
