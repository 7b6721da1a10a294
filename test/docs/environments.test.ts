import { expect, test } from 'vitest'
import { CONTRACT_TESTERS } from '../../scripts/prove/environments/contract-testers'
import { GENERATORS } from '../../scripts/prove/environments/generators'
import { consumerTable, projectTable } from '../../scripts/prove/environments/table'
import { fresh } from './fresh'

test('docs/test-runners.md lists the projects of users (UPDATE=1 rewrites it)', () => {
  const table = projectTable()
  expect(table.split('\n').length).toBeGreaterThan(60)
  fresh('docs/test-runners.md', 'projects', table)
})

test.each([
  ['generators', GENERATORS],
  ['contract-testers', CONTRACT_TESTERS],
])('docs/openapi.md lists %s (UPDATE=1 rewrites it)', (name, consumers) =>
  fresh('docs/openapi.md', name, consumerTable(consumers)),
)
