import * as read from '../../../errors/reader'
import { platform } from '../../../host-time/platform'
import { attempt } from '../../../kernel/attempt'
import { isPlainObject } from '../../../kernel/is-object'
import { maintenanceReaders } from '../checks/maintenance'

export const isFilled = (given: unknown): boolean => typeof given === 'string' && given.trim() !== ''

export const areHeaders = (given: unknown): boolean =>
  isPlainObject(given) &&
  Object.values(given).every((value) => typeof value === 'string') &&
  attempt(() => new platform.Headers(given as Record<string, string>)) !== undefined

export const isJson = (given: unknown): boolean => attempt(() => JSON.stringify(given)) !== undefined

export const trueOrNames =
  (name: read.Reader<unknown>): read.Reader<unknown> =>
  (given, option) =>
    given === true || read.namesOf(name, 'true or an array of names', 1)(given, option)

const MAINTENANCE = "true or an object such as { for: '10 minutes' }"

export const trueOrMaintenance =
  (now: number): read.Reader<unknown> =>
  (given, option) =>
    given === true ||
    read.members({ ...maintenanceReaders(now), for: read.endAfter(now) }, MAINTENANCE)(given, option)
