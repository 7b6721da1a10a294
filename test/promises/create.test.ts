import { describe } from 'vitest'
import { everything } from '../support/subject'
import { create } from './create'

describe('create', () => create(everything))
