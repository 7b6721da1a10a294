/** A declaration of the published types, before it is printed. */
export interface Member {
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly note: string
}

export interface Interface {
  readonly name: string
  readonly note: string
  readonly members: readonly Member[]
}

export const union = (values: readonly (string | number)[]): string =>
  values.map((value) => (typeof value === 'number' ? String(value) : quoted(value))).join(' | ')

export const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)

const WIDTH = 110

/** In the form that the formatter gives it. */
export function printInterface({ name, note, members }: Interface): string {
  const said = comment(note.slice(0, 1).toUpperCase() + note.slice(1), '')
  return `${said}export interface ${name} {\n${members.map(printMember).join('')}}\n`
}

function printMember({ name, type, optional, note }: Member): string {
  const head = `  ${name}${optional ? '?' : ''}:`
  return `${comment(note, '  ')}${typed(head, optional ? `${type} | undefined` : type, '    ')}\n`
}

/** A type after its head: on the same line if it fits, else filled up line by line. */
export function typed(head: string, type: string, indent: string): string {
  if (`${head} ${type}`.length <= WIDTH) return `${head} ${type}`
  const lines: string[] = []
  for (const one of type.split(' | ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} | ${one}`.length <= WIDTH) lines[lines.length - 1] = `${last} | ${one}`
    else lines.push(`${indent}| ${one}`)
  }
  return `${head}\n${lines.join('\n')}`
}

/** A comment of one line, or of several where it is long. */
export function comment(note: string, indent: string): string {
  const line = `${indent}/** ${note} */`
  if (line.length <= WIDTH) return `${line}\n`
  const lines: string[] = []
  for (const word of note.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${indent} * ${last} ${word}`.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return [`${indent}/**`, ...lines.map((one) => `${indent} * ${one}`), `${indent} */`, ''].join('\n')
}

/** `an Invoice`, as code. */
export const anA = (model: string): string => `${/^[AEIOU]/.test(model) ? 'an' : 'a'} \`${model}\``
