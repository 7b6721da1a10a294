import { readFileSync } from 'node:fs'
import { attempt } from '../../kernel/attempt'

/** The rules of the service: the package has them beside its built files. Empty where it does not. */
export const rulesIn = (builtPackage: string | URL): string =>
  attempt(() => readFileSync(new URL('../docs/service.md', builtPackage), 'utf8')) ?? ''
