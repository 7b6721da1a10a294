import { describe } from 'vitest'
import { everything } from '../support/subject'
import { remove } from './remove'

describe('remove', () => remove(everything))
