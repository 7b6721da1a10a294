import type { SimulatorOptions } from '../../index'

/** A short hash of options. Different options almost always have different hashes. */
export function optionsFingerprint(options: unknown): string {
  const text = JSON.stringify(options) ?? ''
  let hash = 5381
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0
  return `${text.length.toString(36)}-${hash.toString(36)}`
}

/** Hashes the options that make a world. If the hash changes, the saved world is not resumed. */
export const worldFingerprint = ({ world, seed, now, apiKeys, clock }: SimulatorOptions): string =>
  optionsFingerprint([world, seed, now, apiKeys, clock])
