import { describe } from 'vitest'
import { everything } from '../support/subject'
import { versions } from './versions'

describe('versions', () => versions(everything))
