import { describe } from 'vitest'
import { everything } from '../support/subject'
import { attachments } from './attachments'

describe('attachments', () => attachments(everything))
