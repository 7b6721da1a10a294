import { describe, expect, it } from 'vitest'
import { type Json, refusal } from '../support/client'
import { groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'

const form = (...files: readonly (readonly [name: string, size: number])[]): FormData => {
  const data = new FormData()
  for (const [name, size] of files) data.append('files', new File([new Uint8Array(size)], name))
  return data
}
const namesOf = (record: Json) =>
  (record.attachments as Json[]).map(({ file_name, file_size }) => [file_name, file_size])

/** Files are added to a record, one after another, and stay (docs/service.md §2.7). */
export function attachments(subject: Subject): void {
  describe.each(offersOf(subject, 'attach'))('$title', ({ definition, path, collection }) => {
    const opened = () => {
      const ground = groundOf(subject)
      const record = ground.make(definition, { extent: 'needed' })
      const id = ground.idOf(definition, record)
      return { ...ground, record, files: path(id), item: `${collection}${id}/` }
    }

    it('adds files and answers with the whole record', async () => {
      const { send, files, item, record } = opened()
      const answer = await send('POST', files, form(['a.txt', 3], ['b.pdf', 0]))
      expect([answer.status, answer.errors]).toEqual([200, {}])
      expect(namesOf(answer.body)).toEqual([...namesOf(record), ['a.txt', 3], ['b.pdf', 0]])
      expect((await send('GET', item)).text).toBe(answer.text)
      const again = await send('POST', files, form(['a.txt', 5]))
      expect(namesOf(again.body)).toEqual([
        ['a.txt', 3],
        ['b.pdf', 0],
        ['a.txt', 5],
      ])
      const { attachments: _, updated_by: __, ...rest } = answer.body
      expect(record).toMatchObject(rest)
    })

    it('keeps uploaded files whatever a PUT says of attachments', async () => {
      const { send, files, item, body } = opened()
      await send('POST', files, form(['kept.txt', 1]))
      for (const more of [{}, { attachments: [] }]) {
        const answer = await send('PUT', item, { ...body(definition), ...more })
        expect.soft(namesOf(answer.body)).toEqual([['kept.txt', 1]])
      }
    })

    it.each([
      ['no file', () => form(), 422, 'files'],
      [
        'eleven files',
        () => form(...Array.from({ length: 11 }, (_, i) => [`${i}.txt`, 1] as const)),
        422,
        'files',
      ],
      ['a file of 26 MiB', () => form(['large.bin', 26 * 2 ** 20]), 422, 'files'],
      ['JSON', () => '{}', 400, '__all__'],
    ])('refuses %s', async (_, content, status, member) => {
      const { send, files, item } = opened()
      const before = (await send('GET', item)).text
      const answer = await send('POST', files, content())
      expect([answer.status, Object.keys(answer.errors)]).toEqual([status, [member]])
      expect((await send('GET', item)).text).toBe(before)
    })

    it('takes ten files', async () => {
      const { send, files } = opened()
      const ten = Array.from({ length: 10 }, (_, i) => [`${i}.txt`, i] as const)
      expect(namesOf((await send('POST', files, form(...ten))).body)).toEqual(ten)
    })

    it('answers 404 for a record that does not exist', async () => {
      const answer = await groundOf(subject).send('POST', path(99999999), form(['a.txt', 1]))
      expect([answer.status, answer.body]).toEqual([
        404,
        refusal('__all__', `${definition.model} matching query does not exist`),
      ])
    })
  })
}
