import type { RecordSet, Simulator, SimulatorOptions } from 'accounting-simulator'
import type { Definition } from '../../src/engine/schema/define'
import { clientOf, type Json, type Send } from './client'
import { conformanceOf } from './conformance'
import { type BodyOptions, exampleBody } from './example-body'
import type { Subject } from './subject'

/** A fresh simulator with a client, and example records of any type. */
export interface Ground {
  readonly subject: Subject
  readonly simulator: Simulator
  readonly send: Send
  /** A request body that the service accepts. */
  body(definition: Definition, options?: BodyOptions): Json
  /** A record made of such a body, past the wire. */
  make(definition: Definition, options?: BodyOptions): Json
  records(definition: Definition): RecordSet<unknown, Json>
  idOf(definition: Definition, record: Json): number
}

export function groundOf(subject: Subject, options: SimulatorOptions = {}): Ground {
  const simulator = subject.open({ rateLimits: false, ...options })
  const ground: Ground = {
    subject,
    simulator,
    send: clientOf(simulator, simulator.apiKey, (exchange) => conformanceOf(subject, options)(exchange)),
    body: (definition, bodyOptions) => exampleBody(ground, definition, bodyOptions),
    make: (definition, bodyOptions) =>
      ground.records(definition).create(exampleBody(ground, definition, bodyOptions)),
    records: (definition) => recordsOf(simulator, definition.name),
    idOf: (definition, record) => record[definition.identifier] as number,
  }
  return ground
}

const recordsOf = (simulator: Simulator, name: string): RecordSet<unknown, Json> => {
  const sets = simulator.records as unknown as Readonly<Record<string, RecordSet<unknown, Json>>>
  return sets[name] as RecordSet<unknown, Json>
}
