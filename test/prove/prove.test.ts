import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readArguments, UsageError } from '../../scripts/prove/arguments'
import { CHAPTERS } from '../../scripts/prove/chapters'
import { filesIn, isOfShard, turnsOf } from '../../scripts/prove/turns'

const simulation = CHAPTERS.find(({ name }) => name === 'simulation') ?? expect.unreachable()

test.each([
  ['--chapter simulations', 'no chapter simulations: there are simulation,'],
  ['--seed 3', '--seed: name the chapter, too'],
  ['--chapter promises --seed 3', '--seed: the chapter promises does not draw'],
  ['--shard 9/8', '--shard: such as 3/8'],
  ['--chapter mutation --file src/index.ts', '--file: no turn of these chapters is called src/index.ts'],
  ['--minutes soon', '--minutes: a whole number of at least 1'],
  ['--fresh --seed 3', '--fresh: goes with nothing else'],
  ['--fresh --file src/index.ts', '--fresh: goes with nothing else'],
  ['merge', 'merge: name the folders'],
  ['merge no-such-folder', 'merge: there is no folder no-such-folder'],
  ['simulate', 'no command simulate'],
])('prove %s is refused: %s', (args, why) => {
  const read = () => readArguments(args.split(' '))
  expect(read).toThrow(UsageError)
  expect(read).toThrow(why)
})

test('shards share the turns of a chapter, and each turn has one', () => {
  const turns = [...turnsOf(simulation, undefined, false)]
  const shares = [1, 2, 3].map((part) => turns.filter((_, index) => isOfShard([part, 3], index)))
  expect(shares.map(({ length }) => length).reduce((sum, one) => sum + one)).toBe(turns.length)
  expect(new Set(shares.flat())).toEqual(new Set(turns))
})

test('one seed is one turn, and a budget has no last seed', () => {
  const [first, ...more] = turnsOf(simulation, 7, false)
  expect([first?.seed, more]).toEqual([7, []])
  const endless = turnsOf(simulation, undefined, true)
  const seeds = Array.from({ length: 1000 }, () => endless.next().value?.seed)
  expect([seeds[0], seeds.at(-1)]).toEqual([1, 1000])
})

test('a file of which npm test plays a sample is played whole by a chapter', () => {
  const played = CHAPTERS.filter(({ own }) => !own).flatMap(({ files }) => filesIn(files, '.test.ts'))
  const sampled = filesIn(['test'], '.test.ts').filter((path) =>
    /from '[./]*support\/thorough'/.test(readFileSync(path, 'utf8')),
  )
  expect(sampled.length).toBeGreaterThan(30)
  // Those in a browser are played by npm run test:browser, with PROVE=1.
  const left = sampled.filter((path) => !played.includes(path) && !path.startsWith('test/browser/'))
  expect(left).toEqual([])
})
