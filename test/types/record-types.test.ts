import { createSimulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { FOLDER, recordTypeFiles } from '../../scripts/record-types/files'
import { NOTES } from '../../src/engine/schema/notes/note-of'
import { projectFiles, readProjectFile } from '../tidy/source-tree'

/** The published types are written from the definitions; `npm run types` writes them anew. */
describe('the published types', () => {
  const files = recordTypeFiles()

  test.each([...files.keys()])('%s is what the definitions say', (name) => {
    expect(readProjectFile(name)).toBe(files.get(name))
  })

  test('there are no others', () => {
    expect(projectFiles(FOLDER)).toEqual([...files.keys()].filter((name) => name.startsWith(FOLDER)).sort())
  })

  test('the factories are those that there are', () => {
    const declared = files.get(`${FOLDER}/make.ts`)?.matchAll(/^ {2}(\w+)\(/gm) ?? []
    expect([...declared].map(([, name]) => name).sort()).toEqual(Object.keys(createSimulator().make).sort())
  })

  test('every note stands somewhere', () => {
    const texts = [...files.values()].join('\n').replace(/\n +\* /g, ' ')
    expect(Object.entries(NOTES).filter(([, note]) => !texts.includes(note))).toEqual([])
  })
})
