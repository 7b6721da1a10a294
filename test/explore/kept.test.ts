import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explore, type Plan } from 'accounting-simulator/explore'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'
import { creates, ROUTE, tiny } from './tiny'

let folder: string
let file: string
beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'found.json')
})

const LOSE: Plan = [{ on: ROUTE, request: 1, attempt: 1, do: 'lose' }]
const inFile = (): unknown => JSON.parse(readFileSync(file, 'utf8'))

describe('a file of plans', () => {
  it('gets what was found, and is played first the next time', async () => {
    const crash: Plan = [{ on: ROUTE, request: 1, attempt: 1, do: 'crash-after' }]
    writeFileSync(file, JSON.stringify([crash]))
    const first = await explore(tiny({ kept: file, start: creates('R-1'), budget: { runs: 10 } }))
    expect([first.survived, inFile()]).toEqual([true, [crash]])
    rmSync(file)
    const found = await explore(tiny({ kept: pathToFileURL(file), faults: ['cut', 'lose'] }))
    expect([found.failure?.plan, inFile()]).toEqual([LOSE, [LOSE]])
    const again = await explore(tiny({ kept: file, faults: ['cut'] }))
    expect([again.runs, again.failure?.plan, inFile()]).toEqual([3, LOSE, [LOSE]])
  })

  it('is not made by a search that finds nothing, nor by a program that fails by itself', async () => {
    await explore(tiny({ kept: file, start: creates('R-1'), budget: { runs: 5 } }))
    await explore(tiny({ kept: file, check: () => ['wrong'] }))
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['no JSON', 'nothing', /kept must name a file of plans, but .* cannot be read/],
    ['no plans', '{}', /kept must be an array of plans/],
    ['a misspelt kind', '[[{ "on": "POST /x/", "request": 1, "do": "loose" }]]', /kept\[0\]\[0\]\.do .*lose/],
  ])('with %s is refused', async (_, text, why) => {
    writeFileSync(file, text)
    await expect(explore(tiny({ kept: file }))).rejects.toThrow(why)
  })
})

it('a folder that is not there is made for what was found, as a fresh checkout has no empty folders', async () => {
  const kept = join(folder, 'plans', 'of', 'ours', 'kept.json')
  const report = await explore(tiny({ kept }))
  expect([report.survived, existsSync(kept)]).toEqual([false, true])
})
