import { describe } from 'vitest'
import { everything } from '../support/subject'
import { filterPairs } from './filter-pairs'

describe('filter pairs', () => filterPairs(everything))
