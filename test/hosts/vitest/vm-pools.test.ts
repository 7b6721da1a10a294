import { beforeAll, expect, test } from 'vitest'
import { bundleSources } from '../../support/bundled'
import { sampled } from '../../support/thorough'
import { type FileResult, folder, played } from './play-fixtures'

const NAMES = ['endings', 'past-msw', 'strangers-refused', 'late-request']

const endsOf = (name: string, files: readonly FileResult[]) => {
  const { status, assertionResults } = files.find((file) =>
    file.name.endsWith(`/${name}.fixture.ts`),
  ) as FileResult
  return [
    status,
    ...assertionResults.map(({ title, status, failureMessages }) => [
      title,
      status,
      // Times and places differ from run to run.
      (failureMessages[0] ?? '').split('\n')[0]?.replaceAll(/:\d+|\b\d+ ?ms\b/g, ''),
    ]),
  ]
}

let elsewhere: readonly FileResult[] = []
beforeAll(async () => {
  await bundleSources(folder)
  elsewhere = (await played('forks', ['--pool', 'forks', ...NAMES])).files
}, 120_000)

/** They run tests in a context of node:vm, with globals of its own. */
test.each(sampled(['vmThreads', 'vmForks'], 2))(
  '%s: each test ends as it does elsewhere',
  { timeout: 120_000 },
  async (pool) => {
    const { files } = await played(pool, ['--pool', pool, ...NAMES])
    expect(files).toHaveLength(NAMES.length)
    for (const name of NAMES) expect(endsOf(name, files), name).toEqual(endsOf(name, elsewhere))
  },
)
