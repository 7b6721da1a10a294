/** A mistake that somebody could make in the sources. The tests or the simulation have to find it. */
export interface Patch {
  readonly name: string
  readonly file: string
  /** A text that stands in the file exactly once. */
  readonly from: string
  readonly to: string
}

export const PATCHES: readonly Patch[] = [
  {
    name: 'a product is cut instead of rounded',
    file: 'src/kernel/cents.ts',
    from: "if (rounding === 'down' || rest === 0) return quotient",
    to: 'return quotient',
  },
  {
    name: 'half a cent goes down',
    file: 'src/kernel/cents.ts',
    from: "twice > divisor || (twice === divisor && (rounding === 'half-away-from-zero' || quotient % 2 !== 0))",
    to: 'twice > divisor',
  },
  {
    name: 'cents below ten lose their zero',
    file: 'src/kernel/cents.ts',
    from: 'return rest < 10 ?',
    to: 'return rest < 9 ?',
  },
  {
    name: 'the last part does not take the rest',
    file: 'src/kernel/money.ts',
    from: 'index === last || share.gt(left) ? left : share',
    to: 'share.gt(left) ? left : share',
  },
  {
    name: 'an edit does not give back what it had taken',
    file: 'src/engine/settlement/settles.ts',
    from: 'if (write.wasPosted && write.before) documents.giveBack(write.before)',
    to: '',
  },
  {
    name: 'a document may be settled twice by one record',
    file: 'src/engine/settlement/settles.ts',
    from: 'if (seen.has(one.document)) complainAbout',
    to: 'if (seen.size > 9) complainAbout',
  },
  {
    name: 'a cent more than is open may be taken',
    file: 'src/engine/settlement/documents.ts',
    from: 'if (amount > open) complainAbout',
    to: 'if (amount > open + 1n) complainAbout',
  },
  {
    name: 'the last part of a balance is valued at its rate',
    file: 'src/engine/settlement/documents.ts',
    from: 'amount === open\n',
    to: 'amount < 0n\n',
  },
  {
    name: 'a settled document keeps its company balance',
    file: 'src/engine/settlement/documents.ts',
    from: "after.open_company = centsText(centsOf(after, 'open_company') - carryingAmount)",
    to: '',
  },
  {
    name: 'a payment may be dated before its document, in the same month',
    file: 'src/engine/settlement/settles.ts',
    from: "if (textOf(one.document, 'date') > textOf(write.after, 'date'))",
    to: "if (textOf(one.document, 'date').slice(0, 7) > textOf(write.after, 'date'))",
  },
  {
    name: 'a locked day is open',
    file: 'src/engine/ledger/period-locks.ts',
    from: 'date > through) return date',
    to: 'date >= through) return date',
  },
  {
    name: 'the first open day is a day late',
    file: 'src/engine/ledger/period-locks.ts',
    from: 'addDays(through, 1)',
    to: 'addDays(through, 2)',
  },
  {
    name: 'the reversal of an archived record is on the wrong side',
    file: 'src/engine/ledger/postings.ts',
    from: 'write.effectiveDate ?? date, mirrored(lines), id))',
    to: 'write.effectiveDate ?? date, lines, id))',
  },
  {
    name: 'an edit leaves the ledger as it was',
    file: 'src/engine/ledger/postings.ts',
    from: 'put(write, live[0]?.id, date, lines, null)',
    to: 'put(write, live[0]?.id, date, live[0]?.lines ?? lines, null)',
  },
  {
    name: 'the rounding is booked as a realised gain',
    file: 'src/engine/ledger/postings.ts',
    from: "systemAccountNumber(write, 'Rounding Gain/Loss')",
    to: "systemAccountNumber(write, 'Realized Gain/Loss')",
  },
  {
    name: 'clients may post to inactive accounts',
    file: 'src/engine/ledger/postings.ts',
    from: 'if (!write.isGenerated) refuseInactive',
    to: 'if (write.isGenerated) refuseInactive',
  },
  {
    name: 'the first month of recognition counts a day less',
    file: 'src/engine/recognition/periods.ts',
    from: 'days: until - day + 1,',
    to: 'days: until - day,',
  },
  {
    name: 'the last period of recognition is lost',
    file: 'src/engine/recognition/periods.ts',
    from: 'if (units.length === interval || until === last) {',
    to: 'if (units.length === interval) {',
  },
  {
    name: 'a half year of depreciation begins a month late',
    file: 'src/engine/assets/periods.ts',
    from: 'half_year: (_, year) => whole(year + 6)',
    to: 'half_year: (_, year) => whole(year + 7)',
  },
  {
    name: 'an asset is written off below its salvage value',
    file: 'src/engine/assets/amounts.ts',
    from: 'const amount = index === periods.length - 1 || wanted.gt(left) ? left : wanted',
    to: 'const amount = index === periods.length - 1 ? left : wanted',
  },
  {
    name: 'fiscal years begin in the month in which they end',
    file: 'src/engine/assets/fiscal-months.ts',
    from: 'month - ((month - yearEnd + 12) % 12)',
    to: 'month - ((month - yearEnd + 13) % 12)',
  },
  {
    name: 'COUNT gives one date more',
    file: 'src/engine/recurring/recurrence.ts',
    from: 'return passed < count ?',
    to: 'return passed <= count ?',
  },
  {
    name: 'the last day of UNTIL is left out',
    file: 'src/engine/recurring/recurrence.ts',
    from: 'return found <= this.#end ? found : undefined',
    to: 'return found < this.#end ? found : undefined',
  },
  {
    name: 'weeks begin a day late',
    file: 'src/engine/recurring/recurrence.ts',
    from: 'const first = unit * 7 + weekStart - 3',
    to: 'const first = unit * 7 + weekStart - 2',
  },
  {
    name: 'the limiter refills twice as fast',
    file: 'src/service/http/rate-limits/buckets.ts',
    from: 'Math.max(1, Math.round(MICROS_PER_SECOND / refillPerSecond))',
    to: 'Math.max(1, Math.round(MICROS_PER_SECOND / refillPerSecond / 2))',
  },
  {
    name: 'a burst is one request more',
    file: 'src/service/http/rate-limits/buckets.ts',
    from: 'debt + cost > limit.rate.burst * cost',
    to: 'debt + cost > (limit.rate.burst + 1) * cost',
  },
  {
    name: 'Retry-After is a second short',
    file: 'src/service/http/rate-limits/buckets.ts',
    from: 'Math.max(1, Math.ceil((debt + cost - burst * cost) / MICROS_PER_SECOND))',
    to: 'Math.max(1, Math.ceil((debt + cost - burst * cost) / MICROS_PER_SECOND) - 1)',
  },
  {
    name: 'an override of the organisation wins over one of the key',
    file: 'src/service/http/rate-limits/limits.ts',
    from: 'row.key !== null || !found?.key',
    to: 'row.key === null || !found',
  },
  {
    name: 'replies are kept for all keys of an organisation',
    file: 'src/service/http/idempotency/find-reply.ts',
    from: "case 'api-key':\n      return JSON.stringify([organization, owner, key])",
    to: "case 'api-key':\n      return JSON.stringify([organization, key])",
  },
  {
    name: 'a key with another body gets the stored reply',
    file: 'src/service/http/idempotency/find-reply.ts',
    from: 'if (stored.fingerprint !== claim.fingerprint) {',
    to: 'if (stored.fingerprint === undefined) {',
  },
  {
    name: 'a reply is kept a moment too long',
    file: 'src/service/http/idempotency/find-reply.ts',
    from: 'stored.expiresAt <= world.clock.now',
    to: 'stored.expiresAt < world.clock.now',
  },
  {
    name: 'a delivery that failed is not tried again',
    file: 'src/service/webhooks/outcome.ts',
    from: "return STOPS.includes(reception.status) ? 'stop' : 'retry'",
    to: "return 'stop'",
  },
  {
    name: 'retries do not wait longer each time',
    file: 'src/service/webhooks/outcome.ts',
    from: 'firstMinutes * 2 ** Math.min(attempt - 1, 40)',
    to: 'firstMinutes * Math.min(attempt, 40)',
  },
  {
    name: 'a signature is over the body alone',
    file: 'src/service/webhooks/signature.ts',
    from: 'return bytesToHex(hmac(sha256, utf8Bytes(secret), concatBytes(',
    to: 'return bytesToHex(hmac(sha256, utf8Bytes(secret), ((...all) => all.at(-1) ?? bytes)(',
  },
  {
    name: 'a deleted record is told of as updated',
    file: 'src/service/webhooks/outbox.ts',
    from: "before.deleted !== true) ? 'deleted' : 'updated'",
    to: "before.deleted !== true) ? 'updated' : 'updated'",
  },
  {
    name: 'every delete repeats the id of the event before',
    file: 'src/service/webhooks/outbox.ts',
    from: '(after ? 0 : 1)',
    to: '0',
  },
  {
    name: 'paused webhooks get deliveries',
    file: 'src/service/webhooks/outbox.ts',
    from: '(hook) => hook.is_active && hook.topics',
    to: '(hook) => hook.topics',
  },
  {
    name: 'a success does not end the days of failure',
    file: 'src/service/webhooks/endpoint-status.ts',
    from: 'changeWebhook(scope, id, { failing_since: null })',
    to: 'changeWebhook(scope, id, {})',
  },
  {
    name: 'a refused block keeps its rows',
    file: 'src/kernel/history.ts',
    from: '      block.undo()\n',
    to: '',
  },
  {
    name: 'a restore keeps the newest layer',
    file: 'src/kernel/history.ts',
    from: 'this.#marked.slice(position).reverse()',
    to: 'this.#marked.slice(position, -1).reverse()',
  },
  {
    name: 'the last page is one record short',
    file: 'src/engine/read/page.ts',
    from: ': hits.slice(offset, end)',
    to: ': hits.slice(offset, Math.min(end, hits.length - (offset > 0 ? 1 : 0)))',
  },
  {
    name: 'an index answers only the first of several values',
    file: 'src/engine/read/page.ts',
    from: 'inKeyOrder(found.flat()))',
    to: 'inKeyOrder([...(found[0] ?? [])]))',
  },
]
