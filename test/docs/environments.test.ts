import { expect, test } from 'vitest'
import { generatorTable, projectTable } from '../../scripts/prove/environments/table'
import { fresh } from './fresh'

test('docs/test-runners.md lists the projects of users (UPDATE=1 rewrites it)', () => {
  const table = projectTable()
  expect(table.split('\n').length).toBeGreaterThan(60)
  fresh('docs/test-runners.md', 'projects', table)
})

test('docs/openapi.md lists the generators of clients (UPDATE=1 rewrites it)', () =>
  fresh('docs/openapi.md', 'generators', generatorTable()))
