import { readFileSync } from 'node:fs'

/** The response members that a section of docs/service.md lists. */
export interface DocumentedMembers {
  /** The record type: `cashSales`. */
  readonly name: string
  readonly members: readonly string[]
}

/** Groups of members, by the word that stands for them (docs/service.md §4). */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  money: ['currency_iso_4217_code', 'exchange_rate'],
  stamps: ['created_at', 'updated_at'],
  addresses: ['bill_to_address', 'ship_to_address', 'billing_address', 'shipping_address'],
}

/** Sections whose title is not the name of their record type. */
const NAMES: Readonly<Record<string, string>> = { Fields: 'contracts' }

const camelCase = (title: string): string =>
  title.toLowerCase().replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** Reads the sections that list the members of the responses of one record type in a paragraph. */
export function documentedMembers(): DocumentedMembers[] {
  const text = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8')
  const groups = { ...GROUPS, ...groupsIn(text) }
  const sections = text.matchAll(/^#{3,4} [\d.]+ (\w+(?: \w+)*)\n([\s\S]*?)(?=^#{2,4} )/gm)
  return [...sections].flatMap(([, title = '', body = '']) => {
    const [, answer] = ANSWER.exec(body) ?? []
    return answer === undefined
      ? []
      : [
          {
            name: NAMES[title] ?? camelCase(title),
            members: [...membersIn(answer, groups), ...ofRequest(body)],
          },
        ]
  })
}

const ANSWER =
  /^(?:Answer: |Read-only: |Read-only over the wire\. )((?:common|`id`|`created_by`)[\s\S]*?)(?:\.\s|\n\n)/m

/** Responses have the members of the request, too (docs/service.md §4). */
function ofRequest(body: string): string[] {
  const [request = ''] = /Request: envelope[^;]*/.exec(body) ?? []
  return [...(request === '' ? [] : ['attachments']), ...namesIn(request)]
}

/** The table of groups at the beginning of section 4. */
function groupsIn(text: string): Record<string, readonly string[]> {
  const rows = text.matchAll(/^\| \*(\w+)\* \(answer\) \| (.*) \|$/gm)
  return Object.fromEntries([...rows].map(([, group = '', cell = '']) => [group, namesIn(cell)]))
}

/** What stands in brackets describes lines, values or exceptions. */
const withoutNotes = (text: string): string => text.replace(/\([^()]*\)/g, '')

const namesIn = (text: string): string[] =>
  [...withoutNotes(text).matchAll(/`(\w+)(?:\[\])?\??(?: = [^`]*)?`/g)].map(([, name = '']) => name)

const membersIn = (text: string, groups: Readonly<Record<string, readonly string[]>>): string[] =>
  withoutNotes(text)
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => groups[part] ?? namesIn(part))
