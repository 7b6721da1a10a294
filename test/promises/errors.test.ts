import { describe } from 'vitest'
import { everything } from '../support/subject'
import { errors } from './errors'

describe('errors', () => errors(everything))
