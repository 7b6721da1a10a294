import { describe } from 'vitest'
import { everything } from '../support/subject'
import { linesLeftOut } from './lines-left-out'

describe('lines left out', () => linesLeftOut(everything))
