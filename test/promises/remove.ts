import { describe, expect, it } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import { itemsOf, refusal } from '../support/client'
import { type Ground, groundOf } from '../support/ground'
import { offersOf } from '../support/offers'
import { referencesOf, valuesAt } from '../support/references'
import type { Subject } from '../support/subject'

/** DELETE removes what nothing refers to, and says so of what something does. */
export function remove(subject: Subject): void {
  describe.each(offersOf(subject, 'remove'))('$title', ({ definition, path, collection }) => {
    const isKept = definition.printable || definition.document !== undefined
    it(isKept ? 'archives the record' : 'removes the record for good', async () => {
      const { make, idOf, send } = groundOf(subject)
      const [id, other] = [make(definition), make(definition)].map((record) => idOf(definition, record))
      const answer = await send('DELETE', path(id))
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
      if (isKept) {
        expect((await send('GET', path(id))).body.record_status).toBe('archived')
        return
      }
      const missing = refusal('__all__', `${definition.model} matching query does not exist`)
      for (const method of ['GET', 'DELETE'])
        expect((await send(method, path(id))).body, method).toEqual(missing)
      const left = itemsOf(await send('GET', collection)).map((record) => idOf(definition, record))
      expect(left).not.toContain(id)
      expect(left).toContain(other)
    })

    it('never gives its identifier to another record', async () => {
      const { make, idOf, send } = groundOf(subject)
      const id = idOf(definition, make(definition))
      await send('DELETE', path(id))
      expect(idOf(definition, make(definition))).toBeGreaterThan(id)
    })

    it.each(referrersTo(subject, definition))(
      'is refused while one of $name refers to it',
      async (referrer) => {
        const ground = groundOf(subject)
        const id = namedBy(ground, referrer, definition)
        expect(id, `${referrer.name} names one of ${definition.name}`).toBeDefined()
        const answer = await ground.send('DELETE', path(id))
        expect([answer.status, answer.body]).toEqual([
          422,
          refusal('__all__', `${definition.model} is in use and cannot be deleted`),
        ])
        expect((await ground.send('GET', path(id))).status).toBe(200)
      },
    )
  })
}

const referrersTo = ({ definitions }: Subject, target: Definition): readonly Definition[] =>
  // Owned rows are removed with the record.
  definitions.filter(
    (definition) =>
      definition.name !== target.owns?.resource &&
      referencesOf(definition).some(({ resource }) => resource === target.name),
  )

/** Makes a record that names one of the other type, and tells which. */
function namedBy(ground: Ground, referrer: Definition, target: Definition): number | undefined {
  const body = ground.body(referrer, { extent: 'full' })
  ground.records(referrer).create(body)
  const ids = referencesOf(referrer)
    .filter(({ resource }) => resource === target.name)
    .flatMap(({ path }) => valuesAt(body, path))
  return ids.find((id) => id !== null) as number | undefined
}
