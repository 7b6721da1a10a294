/** Compares the simulator with recorded traffic of the real service. */

export type { Difference, DifferenceKind } from './difference'
export type { RecordingLimits } from './read-recording'
export { isRecordingError, type RecordingError } from './recorded-exchange'
export { type ReplayOptions, replay } from './replay'
export type { Contradicted, ReplayReport } from './report'
export type { HarLogEntry, HarMessage, NamedValue } from './to-har'
export { type Har, type HarEntry, toHar } from './to-har'
