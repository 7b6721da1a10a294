import { OptionError, wrongOption } from '../../errors/option-error'
import { isObject } from '../../errors/reader'
import { type AgedWorld, isAged } from '../aged'
import type { ExportedWorld } from './exported-world'

/** What a world holds at first. */
export type WorldOption = 'small-company' | 'empty' | AgedWorld | ExportedWorld

/** @throws OptionError for what is no world, or a file of another version */
export function readWorld(value: unknown, option: string): WorldOption {
  if (value === 'small-company' || value === 'empty') return value
  if (isAged(value)) {
    if (value.aged.world !== undefined) readWorld(value.aged.world, 'world.aged.world')
    return value
  }
  const file = value as Partial<ExportedWorld> | null
  if (typeof file !== 'object' || file === null || !isDump(file.tables))
    throw wrongOption(
      option,
      "'small-company', 'empty', a world of `worlds.aged` or an exported world",
      value,
    )
  if (file.format !== 2)
    throw new OptionError('world', `world.format must be 2 for this version, not ${String(file.format)}`)
  return file as ExportedWorld
}

/** Whether the content of a world is a file. */
export const isExported = (content: WorldOption): content is ExportedWorld =>
  typeof content === 'object' && 'tables' in content

/** The file that a world begins with, if it does. */
export function fileIn(content: WorldOption): ExportedWorld | undefined {
  if (isExported(content)) return content
  return typeof content === 'object' ? content.aged.world : undefined
}

const isDump = (tables: unknown): boolean =>
  isObject(tables) &&
  Object.values(tables).every((scope) => isObject(scope) && Object.values(scope).every(isRows))

const isRows = (rows: unknown): boolean => Array.isArray(rows) && rows.every(isObject)
