import { describe } from 'vitest'
import { everything } from '../support/subject'
import { references } from './references'

describe('references', () => references(everything))
