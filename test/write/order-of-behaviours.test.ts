import type { Simulator, SimulatorOptions } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { ALL_BEHAVIOURS } from '../../src/engine/all-behaviours'
import { compile } from '../../src/engine/compile'
import type { Definition } from '../../src/engine/schema/define'
import { behavioursOf, STAGES } from '../../src/engine/write/behaviour'
import type { Write } from '../../src/engine/write/write'
import { documentOf } from '../../src/openapi/document'
import * as catalogue from '../../src/resources/catalogue'
import { Simulator as OwnSimulator } from '../../src/simulator/simulator'
import { readOptions } from '../../src/worlds/options/settings'
import { table } from '../support/table'

/** A column that one behaviour reads in the stage in which another one of the same record type writes it. */
interface Meeting {
  readonly writer: string
  readonly reader: string
  readonly stage: string
  readonly columns: Set<string>
}

/** Types of their own: those of other tests have their plans of writing already, and would not be watched. */
const registry = compile((Object.values(catalogue) as readonly Definition[]).map((one) => ({ ...one })))
const open = (options: SimulatorOptions = {}): Simulator =>
  new OwnSimulator({ registry, documentOf }, readOptions(options, Date.now))

const order = ALL_BEHAVIOURS.map(({ name }) => name)
const key = ({ writer, reader, stage }: Pick<Meeting, 'writer' | 'reader' | 'stage'>): string =>
  [writer, reader, stage].join(' | ')

/** Watches the columns of the row that the behaviours read and write while the work is done. */
function meetingsDuring(work: () => void): Map<string, Meeting> {
  /** Writers and readers by record type, stage and column. */
  const places = new Map<string, { readonly writers: Set<string>; readonly readers: Set<string> }>()
  const at = (place: string) => {
    const known = places.get(place) ?? { writers: new Set(), readers: new Set() }
    places.set(place, known)
    return known
  }
  const restore: (() => void)[] = []
  for (const { name } of registry.everything)
    for (const behaviour of behavioursOf(registry.type(name)))
      for (const stage of [...STAGES, 'effect', 'written'] as const) {
        const step = behaviour[stage]
        if (!step) continue
        const watched = (write: Write): void => {
          const row = write.after
          const own = new Set<PropertyKey>()
          const after = new Proxy(row, {
            get(target, column) {
              if (!own.has(column)) at(`${name} ${stage} ${String(column)}`).readers.add(behaviour.name)
              return Reflect.get(target, column) as unknown
            },
            set(target, column, value) {
              own.add(column)
              at(`${name} ${stage} ${String(column)}`).writers.add(behaviour.name)
              return Reflect.set(target, column, value)
            },
          })
          Object.assign(write, { after })
          try {
            step(write)
          } finally {
            Object.assign(write, { after: row })
          }
        }
        Object.assign(behaviour, { [stage]: watched })
        restore.push(() => Object.assign(behaviour, { [stage]: step }))
      }
  try {
    work()
  } finally {
    for (const one of restore) one()
  }
  const meetings = new Map<string, Meeting>()
  for (const [place, { writers, readers }] of places) {
    const [, stage = '', column = ''] = place.split(' ')
    for (const writer of writers)
      for (const reader of readers) {
        if (writer === reader) continue
        const meeting = meetings.get(key({ writer, reader, stage })) ?? {
          writer,
          reader,
          stage,
          columns: new Set(),
        }
        meeting.columns.add(column)
        meetings.set(key(meeting), meeting)
      }
  }
  return meetings
}

/** Every operation is carried out, by the examples of the OpenAPI document; most types are also made up. */
const meetings = meetingsDuring(() => {
  open().openapi()
  const makers = Object.entries(open({ strict: true }).make)
  for (const [name, make] of makers)
    try {
      if (registry.find(name)) (make as (count: number) => unknown)(3)
    } catch {
      // In a wrong order records are refused: the columns tell why.
    }
})

const shown = (wanted: (meeting: Meeting) => boolean): string[] =>
  [...meetings.values()]
    .filter(wanted)
    .map((meeting) => `${key(meeting)} | ${[...meeting.columns].sort().join(' ')}`)
    .sort()

const isInOrder = ({ writer, reader }: Meeting): boolean => order.indexOf(writer) < order.indexOf(reader)

const lines = (text: string): string[] =>
  table(`first | then | in | columns\n${text.trim()}`).map((row) =>
    [row.first, row.then, row.in, row.columns].join(' | '),
  )

/** Why ALL_BEHAVIOURS has the order that it has. A change of the order shows the columns that it breaks. */
describe('behaviours meet in columns', () => {
  it('within a stage the first writes what the second reads', () => {
    expect(shown(isInOrder)).toEqual(
      lines(`
        approves      | document        | limits     | record_status
        deposits      | bank amount     | amounts    | amount
        journal       | payables        | limits     | reversal_items
        lifecycle     | account company | state      | record_status
        lifecycle     | classifies      | state      | record_status
        money account | bank amount     | amounts    | unassigned_in_record
        money account | settles         | amounts    | unassigned_in_record
        priced        | bank amount     | amounts    | amount
        settles       | bank amount     | amounts    | amount
        transfer      | document        | references | currency_iso_4217_code
      `),
    )
  })

  /** An edit is judged by what was approved, and a document takes the currency of the party that the request names. */
  it('two are read before they are written, on purpose', () => {
    expect(shown((meeting) => !isInOrder(meeting))).toEqual(
      lines(`
        order   | approves | limits     | billed_status billed_total due_total
        settles | document | references | customer_id vendor_id
      `),
    )
  })
})
