import { describe } from 'vitest'
import { everything } from '../support/subject'
import { promises } from './all'

/** Every promise, over the whole catalogue. */
describe.each(Object.entries(promises))('%s', (_, promise) => promise(everything))
