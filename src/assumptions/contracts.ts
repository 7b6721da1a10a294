import { choice, fixed } from './assumption-entry'

/** docs/service.md §13 */
export const CONTRACTS = {
  'contract-required': fixed(
    '13.1',
    'A contract names company, customer and start; an end unless everything in it happens by itself on a day.',
    ['company_id', 'customer_id', 'start_date'],
  ),
  'contract-discount': fixed(
    '13.1',
    'A discount is taken off the rounded gross of its obligation and does not exceed it.',
    'off-gross',
  ),
  'contract-net': fixed(
    '13.1',
    'A contract comes to no less than 0, and one that comes to nothing is completed on its last day.',
    'not-below-0',
  ),
  'contract-prepared-invoices': fixed(
    '13.1',
    'Prepared invoices agree with their contract in company, customer, currency and net total.',
    'agree',
  ),
  'schedule-limit': fixed(
    '13.1',
    'All obligations of a contract share one limit of planned periods.',
    20_000,
  ),
  'contract-given-schedules': choice(
    '13.1',
    'Recognitions and invoices that a request gives stand in for those that would be computed.',
    ['replace', 'ignore'],
  ),
  'obligation-conditions': fixed(
    '13.1',
    'The conditions of an obligation hold milestones, tiers or a release date; other members are kept.',
    { milestone: 'milestones', usage_tiered: 'tiers', deposit_release: 'release_date' },
  ),
  'contract-status': fixed(
    '13.2',
    'A contract is made as a draft or active, completed by its last recognition and ended by the host.',
    ['draft', 'active', 'completed', 'terminated', 'archived'],
  ),
  'contract-terminate': choice(
    '13.2',
    'A terminated contract recognises up to its day, and gives back as a credit what was billed beyond that.',
    ['credit', 'none'],
  ),
  'contract-locked': choice('13.2', 'The first posting of a contract locks it.', ['first-posting', 'never']),
  'ssp-allocation': choice(
    '13.3',
    'If every obligation has a standalone price, these prices distribute the net total.',
    ['on', 'off'],
  ),
  'recognition-periods': choice(
    '13.3',
    'Revenue is recognised on the last day of each calendar day, week, month or year.',
    ['calendar', 'anniversary'],
  ),
  'schedule-remainder': fixed('13.3', 'The last part of a schedule takes the rounding remainder.', 'last'),
  'straight-line': fixed('13.4', 'A partial unit counts by its days.', 'partial-by-days'),
  'straight-line-even': fixed('13.4', 'Every period that the term touches counts equally.', 'equal'),
  'daily-prorata': fixed('13.4', 'Each day of the term counts equally.', 'actual-days'),
  milestone: fixed('13.4', 'A milestone is recognised on the day it was achieved.', 'achieved-date'),
  'usage-amount': fixed(
    '13.4',
    'Usage costs its quantity at its own rate, else at that of the obligation.',
    'record-rate-first',
  ),
  'usage-tiers': fixed(
    '13.4',
    'Tiers run over all usage of an obligation that counts, each piece at the rate of its tier.',
    'graduated',
  ),
  immediate: fixed('13.4', 'What is recognised at once is so when recognition starts.', 'recognition-start'),
  'deposit-release': fixed(
    '13.4',
    'A deposit is released on its date, else when recognition ends.',
    'release-date',
  ),
  'recognition-timing': choice(
    '13.4',
    'Recognitions are drafts from activation on, and posted when the clock comes to their day.',
    ['clock', 'all-at-activation'],
  ),
  'contract-foreign-currency': fixed(
    '13.4',
    'Deferred revenue leaves at the value at which it is carried; what is earned first is a claim in foreign money.',
    { billed: 'carried', earned: 'rate of the day' },
  ),
  'billing-periods': choice(
    '13.5',
    'Equal instalments are billed in advance, counted from the day on which billing starts.',
    ['in-advance', 'in-arrears'],
  ),
  'billing-sync': fixed(
    '13.5',
    'Billing that follows recognition bills the net, on the dates and in the proportions of recognition.',
    'net-in-proportion',
  ),
  'contract-billing-total': fixed(
    '13.5',
    'A contract bills its net total, and each of its deferral accounts gets what is recognised from it.',
    'net-total',
  ),
  'contract-billing-refused': fixed(
    '13.5',
    'What a contract cannot write on its day waits and is tried again each day.',
    'waits',
  ),
  'contract-invoice-put': fixed(
    '13.5',
    'A PUT of a generated invoice keeps what its lines stand for and where they post.',
    'kept',
  ),
  'billing-invoices': choice('13.5', 'Invoices of a contract are made and posted on their day.', [
    'posted',
    'draft',
  ]),
  'usage-upsert': fixed(
    '13.5',
    'A batch of usage is written completely or not at all, and creates one invoice.',
    'one-invoice',
  ),
  'usage-update': choice('13.5', 'A change of invoiced usage updates its recognition and invoice line.', [
    'restate',
    '422',
  ]),
}
