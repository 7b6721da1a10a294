import { expect, test } from 'vitest'
import { projectTable } from '../../scripts/prove/environments/table'
import { fresh } from './fresh'

test('docs/test-runners.md lists the projects of users (UPDATE=1 rewrites it)', () => {
  const table = projectTable()
  expect(table.split('\n').length).toBeGreaterThan(60)
  fresh('docs/test-runners.md', 'projects', table)
})
