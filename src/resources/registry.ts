import { compile } from '../engine/compile'
import * as catalogue from './catalogue'

/** The compiled record types of the catalogue. */
export const registry = compile(Object.values(catalogue))
