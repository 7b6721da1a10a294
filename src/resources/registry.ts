import { compile } from '../engine/compile'
import * as catalogue from './catalogue'

export const registry = compile(Object.values(catalogue))
