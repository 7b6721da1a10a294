import { compile } from './engine/compile'
import type { Definition, ListView } from './engine/schema/define'
import * as catalogue from './resources/catalogue'

/** The record types of the catalogue, ready to run. */
export const registry = compile(Object.values(catalogue) as readonly (Definition | ListView)[])
