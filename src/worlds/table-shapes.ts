/**
 * The accepted values of a member. A final `?` allows null. `[shape]` is a list of such values. An object is
 * a row with at least these members.
 */
export type Shape = Kind | `${Kind}?` | readonly [Shape] | { readonly [member: string]: Shape }

/** 'instant' is in milliseconds since 1970, 'time' in ISO 8601. */
type Kind =
  | 'text'
  | 'non-empty text'
  | 'count'
  | 'integer'
  | 'number'
  | 'flag'
  | 'instant'
  | 'time'
  | 'date'
  | 'decimal'
  | 'cents'
  | 'object'
  | 'list'
  | 'any'

/** Tables besides those of record types: of the whole world, and of each organisation. */
export const WORLD_TABLES: Readonly<Record<string, Shape>> = {
  apiKeys: {
    key: 'text',
    organization: 'text',
    permissions: 'any',
    label: 'text?',
    revoked: 'flag',
    person: 'count?',
  },
  buckets: { id: 'text', fullAt: 'integer' },
  clock: { id: 'text', now: 'instant', scheduled: 'count' },
  faults: {
    id: 'count',
    side: 'text',
    on: 'text?',
    when: 'object?',
    host: 'list',
    skip: 'count',
    request: 'count?',
    attempt: 'count?',
    times: 'count?',
    probability: 'number?',
    armedAt: 'instant',
    from: 'instant',
    until: 'instant?',
    effect: 'object',
    skipped: 'count',
    hits: 'count',
    armed: 'flag',
    cleared: 'flag',
  },
  lapsedSubscriptions: { id: 'text' },
  maintenance: { id: 'text', until: 'instant?', retryAfter: 'count?' },
  organizations: { id: 'text' },
  parkedResponses: {
    id: 'count',
    due: 'instant',
    reply: 'text?',
    status: 'count',
    headers: 'object',
    body: 'text',
    why: 'text',
  },
  random: { id: 'text', a: 'count', b: 'count', c: 'count', count: 'count' },
  rateLimitOverrides: {
    id: 'count',
    organization: 'text?',
    key: 'text?',
    route: 'text?',
    burst: 'count',
    refillPerSecond: 'number',
  },
  replies: {
    id: 'text',
    fingerprint: 'text',
    status: 'count',
    body: 'text',
    contentType: 'text?',
    storedAt: 'instant',
    expiresAt: 'instant',
  },
  requestsSeen: { id: 'text', watcher: 'text', request: 'count', attempt: 'count' },
  scenarioPlays: { id: 'count', begun: 'instant', scenario: { name: 'text', steps: ['object'] } },
  scenarioSteps: {
    id: 'count',
    play: 'count',
    step: 'count',
    due: 'instant?',
    awaits: 'text?',
    outcome: 'text',
    text: 'text',
    fault: 'count?',
    record: 'object?',
    result: 'any',
  },
  timers: { id: 'count', due: 'instant', kind: 'text', scope: 'text', data: 'object' },
  undone: {
    id: 'count',
    organization: 'text',
    key: 'text',
    kind: 'text',
    record: { type: 'text', number: 'count' },
    part: 'text',
    date: 'date',
    first: 'time',
    last: 'time',
    attempts: 'count',
    errors: 'object',
    state: 'text',
  },
}

const PLANNED = [{ date: 'date', amount: 'decimal' }] as const

/** Columns of records and of their lines that are no fields, where they are not null. */
export const RECORD_COLUMNS: Readonly<Record<string, Shape>> = {
  account_id: 'count',
  carrying_rate: 'decimal',
  created_at: 'time',
  deferrals: [{ account_number: 'integer', amount: 'decimal', carrying_amount: 'decimal', gain: 'decimal' }],
  deposit_number: 'count',
  document_id: 'count',
  money_currency: 'text',
  party_id: 'count',
  seen: 'integer',
  settle_again_on: 'date',
  settles_on: 'date',
  source: 'text',
  timer: 'count',
  updated_at: 'time',
}

export const ORGANIZATION_TABLES: Readonly<Record<string, Shape>> = {
  attachments: {
    id: 'count',
    file_name: 'text',
    file_size: 'count',
    download_url: 'text?',
    uploaded: 'flag',
  },
  contractDeferrals: {
    id: 'count',
    is_foreign: 'flag',
    is_prepared: 'flag',
    is_plain: 'flag',
    sold: [
      {
        obligation_id: 'count',
        item_id: 'count',
        deferral_account_number: 'integer',
        income_account_number: 'integer?',
        net: 'decimal',
        is_metered: 'flag',
        is_skipped: 'flag',
      },
    ],
    due: [{ account_number: 'integer', amount: 'decimal' }],
  },
  contractDeferralStates: {
    id: 'count',
    last: 'text',
    accounts: [{ account_number: 'integer' }],
    split: 'object',
  },
  contractInstalments: {
    id: 'count',
    instalments: [
      { date: 'date', obligation_id: 'count?', term_id: 'count?', amount: 'decimal', prepared: 'object?' },
    ],
  },
  customFields: {
    id: 'count',
    name: 'text',
    description: 'text?',
    helper_text: 'text?',
    field_type: 'text',
    applies_to: ['text'],
    default_value: 'any',
    is_active: 'flag',
  },
  depreciationPlans: {
    id: 'count',
    schedule: PLANNED,
    next: 'count',
    through: 'date?',
    moved: 'integer',
    timer: 'count?',
  },
  exchangeRates: { id: 'text', pair: 'text', date: 'date', rate: 'decimal' },
  ledgerTransactions: {
    id: 'count',
    date: 'date',
    company_id: 'count',
    currency: 'text',
    record_currency: 'text',
    record_type: 'text',
    record_number: 'count',
    record_internal_id: 'count',
    reverses: 'count?',
    lines: [
      {
        account_number: 'integer',
        value: 'cents',
        record_value: 'cents',
        role: 'text?',
      },
    ],
  },
  people: {
    id: 'count',
    first_name: 'text',
    last_name: 'text',
    email: 'text?',
    full_name: 'text',
    avatar_url: 'text?',
  },
  periodLocks: { id: 'count', through: 'date' },
  sequences: { name: 'text', last: 'count' },
  webhookAttempts: {
    id: 'count',
    delivery: 'count',
    event_id: 'text',
    webhook_uuid: 'text',
    at: 'time',
    source_address: 'text',
    request: { url: 'text', headers: 'object', body: 'text' },
    response: 'object?',
    why: 'text',
  },
  webhookControls: { id: 'text' },
  webhookDeliveries: {
    id: 'count',
    event_id: 'text',
    webhook_uuid: 'text',
    topic: 'text',
    body: 'text',
    status: 'text',
    attempts: 'count',
    response_status: 'count?',
    last_error: 'text',
    delivered_at: 'time?',
    created_at: 'time',
    due: 'instant?',
    timer: 'count?',
    turn: 'count',
    copy_of: 'count?',
  },
  webhooks: {
    id: 'text',
    turn: 'count',
    url: 'text',
    topics: ['text'],
    secret: 'non-empty text',
    is_active: 'flag',
    disabled_at: 'time?',
    disabled_reason: 'text',
    created_at: 'time',
    last_modified_at: 'time',
    failing_since: 'instant?',
  },
}
