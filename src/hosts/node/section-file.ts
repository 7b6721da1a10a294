import { sectionsOf, sectionText } from '../../tools/mcp/documentation'
import { rulesIn } from './rules'

/**
 * A section of docs/service.md with its subsections, by a name such as `sections/9.1.json`. Else undefined.
 * @param builtPackage the folder of the built package
 */
export function sectionFile(name: string, builtPackage: URL): string | undefined {
  const [, number] = /^sections\/([\d.]+)\.json$/.exec(name) ?? []
  const text = number && sectionText(sectionsOf(rulesIn(builtPackage)), number)
  return text ? JSON.stringify({ text }) : undefined
}
