import { expect, test } from 'vitest'
import { parseInstant } from '../../src/kernel/instant'
import { signatureNote } from '../../src/service/webhooks/signature-age'
import { given, table } from '../support/table'

/** docs/service.md §14.3: receivers refuse what was signed more than five minutes ago, by their own clock. */
test.each(
  table(`
    status  signed               at                        now                   | note
    401     2026-01-15T09:00:00  2026-01-15T09:00:00.400Z  2026-03-15T09:00:00Z  | signed 59 days ago by your clock; connect with timestamps: 'wall'
    400     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-01-16T10:00:00Z  | signed 1 day ago by your clock; connect with timestamps: 'wall'
    403     2026-01-15T09:00:00  2026-01-15T09:00:00.999Z  2026-01-15T08:00:00Z  | signed 60 minutes ahead by your clock; connect with timestamps: 'wall'
    401     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2025-01-13T09:00:00Z  | signed 367 days ahead by your clock; connect with timestamps: 'wall'
    401     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-01-15T09:05:01Z  | signed 5 minutes ago by your clock; connect with timestamps: 'wall'
    401     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-01-15T09:05:00Z  | -
    401     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-01-15T08:55:00Z  | -
    401     2026-03-15T09:00:00  2026-01-15T09:00:00.000Z  2026-04-15T09:00:00Z  | -
    500     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-03-15T09:00:00Z  | -
    200     2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-03-15T09:00:00Z  | -
    -       2026-01-15T09:00:00  2026-01-15T09:00:00.000Z  2026-03-15T09:00:00Z  | -
  `),
)('a $status to what was signed at $signed, sent at $at, at $now by the host', (row) => {
  const stamp = (parseInstant(`${row.signed}Z`) as number) / 1000
  const status = given(row.status)
  const attempt = {
    at: row.at,
    request: { url: '', headers: { 'Service-Webhook-Request-Timestamp': String(stamp) }, body: '' },
    response: status === undefined ? null : { status: Number(status), headers: {}, body: '' },
  }
  expect(signatureNote(attempt, 'Service', parseInstant(row.now) as number) ?? '-').toBe(row.note)
})
