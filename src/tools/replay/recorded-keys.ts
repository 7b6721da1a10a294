import type { Simulator } from 'accounting-simulator'
import { listFor } from '../../kernel/list-for'
import { type Call, isSuccess } from './call'

export interface RecordedKey {
  /** The recording has it in place of the key. */
  readonly label: string
  readonly onlyReads: boolean
}

/** The API keys of the simulator. */
export interface IssuedKeys {
  /** Keys by what stands for them in the recording. */
  readonly ofRecording: ReadonlyMap<string, string>
  /** One that only reads. */
  readonly reader: string
}

const [MISSING, FORBIDDEN] = [401, 403]
export const NEVER_ISSUED = 'a-key-that-was-never-issued'

/** The keys of calls, in the order of their first calls. Removed ones count as one. */
export function recordedKeys(calls: readonly Call[]): RecordedKey[] {
  const byLabel = new Map<string, Call[]>()
  for (const call of calls)
    if (!call.isDelivery && call.answer.status !== MISSING) listFor(byLabel, call.keyLabel).push(call)
  return [...byLabel].map(([label, own]) => ({ label, onlyReads: onlyReads(own) }))
}

/** A key that is good for reading and was refused for writing. */
function onlyReads(calls: readonly Call[]): boolean {
  const writes = calls.filter(({ isWrite }) => isWrite)
  const reads = calls.filter(({ isWrite }) => !isWrite)
  return (
    writes.some(isForbidden) &&
    !writes.some(({ answer }) => isSuccess(answer.status)) &&
    reads.some(({ answer }) => isSuccess(answer.status)) &&
    !reads.some(isForbidden)
  )
}

const isForbidden = ({ answer }: Call): boolean => answer.status === FORBIDDEN

const READS = { permissions: ['READ_ONLY'] } as const

/**
 * Issues keys like those of a recording. The first that may write is the one that the simulator has. The texts are the
 * same in every simulator, for states to fit.
 */
export function issueRecordedKeys({ admin, apiKey }: Simulator, keys: readonly RecordedKey[]): IssuedKeys {
  const { key: reader } = admin.keys.issue({ key: 'replay-reader', ...READS })
  const first = keys.find(({ onlyReads }) => !onlyReads)
  const ofRecording = new Map<string, string>()
  for (const [at, { label, onlyReads }] of keys.entries()) {
    const own = { key: `replay-key-${at + 1}`, label, ...(onlyReads && READS) }
    ofRecording.set(label, label === first?.label ? apiKey : admin.keys.issue(own).key)
  }
  return { ofRecording, reader }
}
