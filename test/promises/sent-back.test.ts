import { describe } from 'vitest'
import { everything } from '../support/subject'
import { sentBack } from './sent-back'

describe('sent back', () => sentBack(everything))
