import { expect } from 'vitest'
import type { Field, Fields } from '../../src/engine/schema/fields'
import type { Json } from './client'

/** Every member sent stands in the record's own view as it was sent; entries of lists may hold more. */
export function expectEcho(fields: Fields, sent: Json, shown: Json, path = ''): void {
  for (const [name, value] of Object.entries(sent)) {
    const field = fields[name]
    if (!field || ['never', 'with-line-amounts', 'entry'].includes(field.shown)) continue
    echo(field, value, shown[name], `${path}${name}`)
  }
}

function echo(field: Field, sent: unknown, shown: unknown, path: string): void {
  if (field.special === 'custom-fields' || field.special === 'tax' || field.special === 'schedule') return
  if (Array.isArray(sent)) {
    expect.soft((shown as unknown[]).length, `${path}.length`).toBe(sent.length)
    for (const [index, one] of sent.entries())
      echo(field.element as Field, one, (shown as unknown[])[index], `${path}.${index}`)
  } else if (field.members && sent !== null) {
    expectEcho(field.members, sent as Json, shown as Json, `${path}.`)
  } else expect.soft(shown, path).toEqual(sent)
}
