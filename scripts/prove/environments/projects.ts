import { CLIENTS } from './clients'
import { INSTALLED_OTHERWISE } from './installers'
import { IN_NEXT } from './next'
import { IN_PAGES } from './pages'
import type { Project } from './project'
import { IN_JEST, IN_OTHERS } from './runners'
import { TYPED } from './types'
import { IN_VITEST } from './vitest'

/** Where users live. A new project is a new row of one of these tables. */
export const PROJECTS: readonly Project[] = [
  ...IN_VITEST,
  ...IN_JEST,
  ...IN_OTHERS,
  ...IN_PAGES,
  ...IN_NEXT,
  ...CLIENTS,
  ...INSTALLED_OTHERWISE,
  ...TYPED,
]
