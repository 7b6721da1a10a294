import { readFileSync } from 'node:fs'

/** The rules of the service: the package has them beside its built files. Empty where it does not. */
export function rulesIn(builtPackage: string | URL): string {
  try {
    return readFileSync(new URL('../docs/service.md', builtPackage), 'utf8')
  } catch {
    return ''
  }
}
