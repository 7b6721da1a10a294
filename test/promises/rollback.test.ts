import { describe } from 'vitest'
import { everything } from '../support/subject'
import { rollback } from './rollback'

describe('rollback', () => rollback(everything))
