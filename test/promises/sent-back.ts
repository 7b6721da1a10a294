import { describe, expect, it } from 'vitest'
import { recordType } from '../../src/engine/model/compiled-type'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { contentOf } from '../support/content'
import type { BodyOptions } from '../support/example-body'
import { type Ground, groundOf } from '../support/ground'
import { changedTables, editOne, putBack } from '../support/put-back'
import { SETTINGS } from '../support/setting'
import type { Subject } from '../support/subject'

/** How a record can stand. */
interface State {
  /** Whether records of the type can stand so. */
  readonly fits?: (definition: Definition) => unknown
  readonly body?: BodyOptions
  readonly sent?: Json
  /** Before it is made. */
  readonly first?: (ground: Ground, definition: Definition) => unknown
  /** After it was made. */
  readonly then?: (ground: Ground, definition: Definition, record: Json) => unknown
  /** Whether no edit is accepted. */
  readonly isFixed?: (definition: Definition) => unknown
}

const inSetting = (index: number): State => ({
  fits: ({ fields }) => fields.company_id && fields.company_id.presence !== 'none',
  body: { setting: SETTINGS[index] ?? SETTINGS[0] },
})
const mustBeApproved = ({ simulator }: Ground, definition: Definition) =>
  simulator.records.approvalPolicies.create({
    record_type: recordType(definition),
    name: 'Policy',
    steps: [{ approver_ids: [7] }],
  } as never)
const isApprovable = ({ approvable }: Definition) => approvable
const isDocument = ({ document, fields, printable }: Definition) =>
  document && !printable && fields.record_status?.presence === 'optional'

const STATES: Readonly<Record<string, State>> = {
  'as it was made': {},
  'a draft': { fits: isDocument, sent: { record_status: 'draft' } },
  'in the other company': inSetting(1),
  'in a foreign currency': inSetting(2),
  archived: {
    fits: isDocument,
    then: (ground, definition, record) => ground.records(definition).remove(ground.idOf(definition, record)),
    isFixed: () => true,
  },
  'in a locked period': {
    fits: ({ document, fields }) => document && fields.date,
    then: ({ simulator }) => simulator.admin.periods.lockThrough(1, '2027-12-31'),
    isFixed: () => true,
  },
  'waiting for an approval': { fits: isApprovable, first: mustBeApproved, isFixed: () => true },
  'approved, under a policy': {
    fits: isApprovable,
    first: mustBeApproved,
    then: ({ simulator }, _, record) => simulator.admin.approvals.approve(record),
    // Of a customer or vendor every member is approved.
    isFixed: ({ document, contract }) => !document && !contract,
  },
  rejected: {
    fits: isApprovable,
    first: mustBeApproved,
    then: ({ simulator }, _, record) => simulator.admin.approvals.reject(record, { reason: 'no' }),
    // Any edit of a customer asks again.
    isFixed: ({ fields, approvable }) => fields[approvable?.column ?? '']?.presence === 'none',
  },
  'naming what became inactive': {
    fits: isDocument,
    then({ simulator }) {
      const { accounts, classificationLines, classifications, customers, items, vendors } = simulator.records
      for (const set of [classificationLines, classifications, customers, items, vendors])
        for (const { id } of set.list({ limit: 100 } as never).items)
          set.update(id, { ...set.get(id), is_active: false } as never)
      for (const one of accounts.list({ limit: 100 } as never).items)
        accounts.update(one.number, { ...accounts.get(one.number), is_active: false } as never)
    },
  },
  'with values of custom fields': {
    fits: ({ fields }) => fields.custom_fields,
    sent: { custom_fields: [{ Colour: 'red' }, { Size: '4.5' }] },
    first({ simulator }, definition) {
      for (const [name, field_type] of [
        ['Size', 'number'],
        ['Colour', 'text'],
      ] as const)
        simulator.admin.customFields.define({
          name,
          field_type,
          applies_to: [recordType(definition)],
        } as never)
    },
  },
  'with uploads before and after metadata': {
    fits: ({ operations }) => operations.v1?.includes('attach'),
    async then({ send, records, idOf }, definition, record) {
      const id = idOf(definition, record)
      const upload = async (name: string) => {
        const form = new FormData()
        form.append('files', new File(['content'], name))
        await send('POST', `/public/v1/${definition.path}/${id}/attachments/`, form)
      }
      await upload('a.txt')
      const { attachments, ...rest } = records(definition).get(id)
      const entry = { id: 77, file_name: 'metadata.txt', file_size: 1 }
      records(definition).update(id, { ...rest, attachments: [entry, ...(attachments as Json[])] })
      await upload('b.txt')
    },
  },
}

/** What a GET shows can be PUT: alone it changes nothing, and with one text changed nothing else. */
export function sentBack(subject: Subject): void {
  describe.each([{ strict: false }, { strict: true }])('strict: $strict', ({ strict }) => {
    for (const [name, state] of Object.entries(STATES)) {
      const fitting = subject.definitions.filter((one) => !state.fits || state.fits(one))
      if (fitting.length > 0)
        describe(name, () => {
          it.each(fitting)('$name', (definition) => keepsWhatItShows(subject, definition, state, strict))
        })
    }
  })
}

async function keepsWhatItShows(
  subject: Subject,
  definition: Definition,
  { body, sent, first, then, isFixed }: State,
  strict: boolean,
): Promise<void> {
  const ground = groundOf(subject, { strict })
  const { simulator } = ground
  const example = ground.body(definition, { extent: 'full', variant: 1, ...body })
  first?.(ground, definition)
  const record = ground.records(definition).create({ ...example, ...sent })
  await then?.(ground, definition, record)
  await simulator.clock.advance('1 hour')
  const before = contentOf(simulator)
  const id = ground.idOf(definition, record)
  expect(await putBack(simulator, definition, id)).toEqual([])
  expect(changedTables(before, contentOf(simulator))).toEqual([])
  if (!isFixed?.(definition)) expect(editOne(simulator, definition, id)).toEqual([])
}
