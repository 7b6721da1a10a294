import { describe } from 'vitest'
import { everything } from '../support/subject'
import { update } from './update'

describe('update', () => update(everything))
