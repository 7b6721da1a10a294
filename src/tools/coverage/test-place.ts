import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const CALL =
  /\b(it|test|specify|describe|suite|context)(?:\.\w+(?:\([^()]*\))?)*\s*\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/gs
const PYTHON = /^[ \t]*(?:async )?def (test\w*)\(/gm
const OF_TEST = ['it', 'test', 'specify']

/** The file and line of a test that is known by its name; undefined if no line, or more than one, has its title. */
export function placeOfTest(name: string | null): string | undefined {
  const [file = '', ...titles] = (name ?? '').split(' > ')
  if (titles.length === 0) return undefined
  const text = textOf(file)
  const calls = [...text.matchAll(CALL)].map(({ 1: word = '', 3: quoted = '', index }) => ({
    ...{ word, index },
    title: quoted.replace(/\\(['"`\\])/g, '$1'),
  }))
  const suites = new Set(calls.filter(({ word }) => !OF_TEST.includes(word)).map(({ title }) => title))
  const python = [...text.matchAll(PYTHON)].map(({ 1: title = '', index }) => ({ title, index }))
  const whole = titles.join(' > ')
  const found = [...calls.filter(({ word }) => OF_TEST.includes(word)), ...python].filter(
    ({ title }) =>
      whole === title ||
      whole.endsWith(` > ${title}`) ||
      (titles.length === 1 && whole.endsWith(` ${title}`) && isOf(whole.slice(0, -title.length), suites)),
  )
  const longest = Math.max(...found.map(({ title }) => title.length))
  const [one, ...others] = found.filter(({ title }) => title.length === longest)
  return one && others.length === 0 ? `${file}:${text.slice(0, one.index).split('\n').length}` : undefined
}

/** jest joins the names of suites and tests with a space. */
function isOf(names: string, suites: ReadonlySet<string>): boolean {
  const ends = new Set([0])
  for (const at of ends)
    for (const suite of suites) if (names.startsWith(`${suite} `, at)) ends.add(at + suite.length + 1)
  return ends.has(names.length)
}

function textOf(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch {
    return ''
  }
}
