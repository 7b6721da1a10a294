import { describe, expect, it } from 'vitest'
import { fresh } from './fresh'
import { supportMatrix, untold } from './support-matrix'

describe('docs/support.md', () => {
  it('has words for every behaviour', () => expect(untold()).toEqual([]))

  it('is fresh (UPDATE=1 rewrites it)', () => fresh('docs/support.md', 'support', supportMatrix()))
})
