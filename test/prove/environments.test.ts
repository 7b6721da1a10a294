import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CHAPTERS } from '../../scripts/prove/chapters'
import { CONSUMERS } from '../../scripts/prove/environments/generators'
import { writeFiles } from '../../scripts/prove/environments/make'
import type { Project } from '../../scripts/prove/environments/project'
import { PROJECTS } from '../../scripts/prove/environments/projects'
import { turnsOf } from '../../scripts/prove/turns'
import { temporaryFolder } from '../support/temporary-folder'

const WORDS = ['TARBALL', 'SERVICE_HTTPS', 'SERVICE_HTTP', 'CHROMIUM']
const words = Object.fromEntries(WORDS.map((word) => [word, word.toLowerCase()]))

const ALL: readonly Project[] = [...PROJECTS, ...CONSUMERS]

test('projects have names of their own', () => {
  expect(PROJECTS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
})

test.each(ALL)('$name: has something that is green and something that is red', ({ runs, told }) => {
  expect(runs.filter(({ succeeds }) => !succeeds)).not.toEqual([])
  if (told === undefined) expect(runs.filter(({ succeeds }) => succeeds)).not.toEqual([])
  // What is red is red for a reason.
  for (const { succeeds, says } of runs) if (!succeeds) expect(says).not.toEqual([])
})

test.each(ALL)('$name: each file finds its neighbours, and no word stays open', async (project) => {
  const folder = temporaryFolder()
  await writeFiles(folder, project, words)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = paths
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  for (const [path = '', text = ''] of texts) {
    for (const word of [...WORDS, 'THE_SERVICE', 'ADAPTER']) expect(text, path).not.toContain(word)
    for (const [, name = ''] of text.matchAll(/(?:from |require\()["']\.\/([\w.-]+)["']/g)) {
      const found =
        name === project.writes ||
        paths.some((other) =>
          new RegExp(`^${name}(\\.[jt]s)?$`).test(
            other.slice(dirname(path) === '.' ? 0 : dirname(path).length + 1),
          ),
        )
      expect(found, `${path}: ./${name}`).toBe(true)
    }
  }
})

test('a seed draws some of them, the same each time', () => {
  const chapter = CHAPTERS.find(({ name }) => name === 'environments') ?? expect.unreachable()
  const drawn = (seed: number) => [...turnsOf(chapter, seed, false)].map(({ file }) => file)
  expect(drawn(1)).toHaveLength(3)
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})
