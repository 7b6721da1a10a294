import { describe } from 'vitest'
import { everything } from '../support/subject'
import { listAndPage } from './list-and-page'

describe('list and page', () => listAndPage(everything))
