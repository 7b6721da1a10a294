import { readFileSync } from 'node:fs'
import { attempt } from '../../kernel/attempt'

/** The text of docs/service.md in the package. Empty if the file is missing. */
export const rulesIn = (builtPackage: string | URL): string =>
  attempt(() => readFileSync(new URL('../docs/service.md', builtPackage), 'utf8')) ?? ''
