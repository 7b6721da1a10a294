import { checkMembers } from './reader'

const OPTIONS = [
  'baseUrl',
  'now',
  'clock',
  'host',
  'seed',
  'world',
  'trusted',
  'apiKeys',
  'rateLimits',
  'webhooks',
  'traffic',
  'strict',
  'audit',
  'assumptions',
  'answers',
] as const

export type SimulatorOption = (typeof OPTIONS)[number]

/** @param own the options that the caller has besides those of a simulator */
export const checkOptionNames = (options: unknown, own: readonly string[] = []): void =>
  checkMembers('', options, [...own, ...OPTIONS], 'an object')
