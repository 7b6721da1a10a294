import type { SimulatorOptions } from '../../index'

/** A short text that differs where the options do. */
export function optionsFingerprint(options: unknown): string {
  const text = JSON.stringify(options) ?? ''
  let hash = 5381
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0
  return `${text.length.toString(36)}-${hash.toString(36)}`
}

/** Of the options that make a world. When one of them changes, a saved world is not taken up again. */
export const worldFingerprint = ({ world, seed, now, apiKeys, clock }: SimulatorOptions): string =>
  optionsFingerprint([world, seed, now, apiKeys, clock])
