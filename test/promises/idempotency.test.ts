import { describe } from 'vitest'
import { everything } from '../support/subject'
import { idempotency } from './idempotency'

describe('idempotency', () => idempotency(everything))
