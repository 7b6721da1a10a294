import type { Registry } from '../engine/model/compiled-type'
import type { DocumentBuilder } from '../openapi/document'
import type { Interceptor } from './interceptor'
import type { SimulatorParts } from './simulator-parts'

/** The parts that differ between builds of the package (decisions/0031-what-a-bundle-holds.md). */
export interface Build {
  readonly registry: Registry
  /** Absent in the build for browsers, where an entry of its own has it. */
  readonly documentOf?: DocumentBuilder
  /** Changes requests for the command `mutate`. Absent in the build for browsers. */
  readonly mutationOf?: (parts: SimulatorParts) => Interceptor | undefined
}
