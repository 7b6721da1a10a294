import { compile } from '../engine/compile'
import type { Definition, ListView } from '../engine/schema/define'
import * as catalogue from './catalogue'

/** The compiled record types of the catalogue. */
export const registry = compile(Object.values(catalogue) as readonly (Definition | ListView)[])
