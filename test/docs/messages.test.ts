import { expect, test } from 'vitest'
import { MESSAGE_TEMPLATES } from '../../src/engine/model/refusals'
import { fresh } from './fresh'

const rows = MESSAGE_TEMPLATES.map(({ template, section }) => `| \`${template}\` | ${section} |`)

test('docs/service.md §7.4 lists every message (UPDATE=1 rewrites it)', () => {
  expect(rows.length).toBeGreaterThan(60)
  fresh('docs/service.md', 'messages', ['| Message | Section |', '|---|---|', ...rows].join('\n'))
})
