import { describe } from 'vitest'
import { everything } from '../support/subject'
import { read } from './read'

describe('read', () => read(everything))
