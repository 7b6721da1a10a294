import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const QUOTED = /(['"`])((?:\\.|(?!\1).)+)\1/g
const PYTHON = /^\s*(?:async )?def (test\w*)\(/
const OF_TEST = /\b(it|test|specify)\b/

/** The file and line of a test that is known by its name; undefined if no line, or more than one, has its title. */
export function placeOfTest(name: string | null): string | undefined {
  const [file = '', ...titles] = (name ?? '').split(' > ')
  const title = titles.at(-1)
  if (title === undefined) return undefined
  const found = textOf(file)
    .split('\n')
    .flatMap((text, at) => titlesIn(text).map((own) => ({ own, at })))
    // jest joins the names of suites and tests with a space.
    .filter(({ own }) => own === title || title.endsWith(` ${own}`))
  const longest = Math.max(...found.map(({ own }) => own.length))
  const [one, ...others] = found.filter(({ own }) => own.length === longest)
  return one && others.length === 0 ? `${file}:${one.at + 1}` : undefined
}

function titlesIn(text: string): string[] {
  const [, python] = PYTHON.exec(text) ?? []
  if (python !== undefined) return [python]
  return OF_TEST.test(text) ? [...text.matchAll(QUOTED)].map(([, , title = '']) => title) : []
}

function textOf(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch {
    return ''
  }
}
