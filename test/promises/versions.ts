import { describe, expect, it } from 'vitest'
import { groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import type { Subject } from '../support/subject'

/** Versions of the interface show the same records in the same shape. */
export function versions(subject: Subject): void {
  const both = subject.definitions.filter(({ operations }) => operations.v1 && operations.v2)
  const ways = both.flatMap((definition) => [
    { definition, model: definition.model, writes: 'v1', reads: 'v2' } as const,
    { definition, model: definition.model, writes: 'v2', reads: 'v1' } as const,
  ])
  describe.each(ways)('$model written through $writes', ({ definition, writes, reads }) => {
    const at = (version: string, id?: unknown) =>
      `/public/${version}/${definition.path}/${id === undefined ? '' : `${id}/`}`

    it(`is the same to ${reads}: created, changed, listed, refused`, async () => {
      const { send, body, idOf, make } = groundOf(subject)
      const sent = body(definition, { extent: 'full' })
      const created = await send('POST', at(writes), sent)
      expect(created.status).toBe(definition.createStatus?.[writes] ?? 200)
      const id = idOf(definition, created.body)
      expect((await send('GET', at(reads, id))).text).toBe(created.text)
      if (definition.operations[writes]?.includes('update')) {
        const changed = await send('PUT', at(writes, id), { ...sent, ...textOf(sent) })
        expect(changed.status).toBe(200)
        expect((await send('GET', at(reads, id))).text).toBe(changed.text)
      }
      make(definition)
      expect((await send('GET', at(reads))).text).toBe((await send('GET', at(writes))).text)
      const [one, other] = [await send('POST', at(writes), {}), await send('POST', at(reads), {})]
      expect([other.status, other.text]).toEqual([one.status, one.text])
    })

    it('has an idempotency key of one version count in the other as another request', async () => {
      const { send, body } = groundOf(subject)
      const sent = JSON.stringify(body(definition))
      const key = { 'Idempotency-Key': 'one' }
      expect((await send('POST', at(writes), sent, key)).status).toBeLessThan(300)
      expect((await send('POST', at(reads), sent, key)).status).toBe(422)
    })
  })

  it.each(
    offersOf(subject, 'create').map(({ title, status, definition, version }) => ({
      title,
      status,
      definition,
      version,
    })),
  )('$title answers $status', async ({ definition, version, status }) => {
    const { send, body } = groundOf(subject)
    expect((await send('POST', `/public/${version}/${definition.path}/`, body(definition))).status).toBe(
      status,
    )
  })
}

const textOf = (body: Record<string, unknown>) => ('memo' in body ? { memo: 'another' } : { name: 'Another' })
