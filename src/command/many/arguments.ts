import { parseArgs } from 'node:util'
import { endAfter } from '../../errors/reader'
import type { ManyOptions } from '../../hosts/node'
import { type EndsWith, readChoice, readJson, readWholeNumber } from '../arguments'
import { checkCommandOptions } from '../option-names'

const OPTIONS = {
  directory: { type: 'string' },
  teams: { type: 'string' },
  quotas: { type: 'string' },
  port: { type: 'string', default: '4020' },
  host: { type: 'string', default: '127.0.0.1' },
  domain: { type: 'string' },
  'public-url': { type: 'string' },
  idle: { type: 'string' },
  grace: { type: 'string', default: '2 seconds' },
  connections: { type: 'string' },
  ui: { type: 'boolean', default: false },
  cors: { type: 'boolean', default: false },
  'no-deliveries': { type: 'boolean', default: false },
  log: { type: 'string' },
  backup: { type: 'string' },
  restore: { type: 'string' },
  'end-with': { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
  'ready-file': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export const LOG_FORMATS = ['json', 'text', 'off'] as const

const sendNothing = (): Promise<never> =>
  Promise.reject(new Error('this deployment sends nothing, because it was started with --no-deliveries'))

export type ManyArguments = ReturnType<typeof readManyArguments>

/** @throws Error with a message for the terminal */
export function readManyArguments(args: string[]) {
  checkCommandOptions(args, OPTIONS)
  const { values } = parseArgs({ args, options: OPTIONS })
  const {
    directory,
    teams,
    quotas,
    host,
    domain,
    'public-url': publicUrl,
    idle,
    grace,
    connections,
    ui,
    cors,
  } = values
  const log = values.log ?? (process.stderr.isTTY ? 'text' : 'json')
  return {
    help: values.help,
    directory,
    teams,
    backup: values.backup,
    restore: values.restore,
    json: values.json,
    readyFile: values['ready-file'],
    log: readChoice('--log', log, LOG_FORMATS),
    endWith: values['end-with'].map((text) => readChoice<EndsWith>('--end-with', text, ['stdin', 'parent'])),
    options: {
      host,
      ui,
      cors,
      grace: endAfter(0)(grace, '--grace'),
      port: readWholeNumber('--port', values.port, 65_535),
      ...(values['no-deliveries'] && { deliver: sendNothing }),
      ...(connections !== undefined && {
        connections: readWholeNumber('--connections', connections, 1_000_000),
      }),
      ...(domain !== undefined && { domain }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(idle !== undefined && { idle }),
      ...(quotas !== undefined && {
        quotas: readJson('--quotas', quotas) as NonNullable<ManyOptions['quotas']>,
      }),
    } satisfies Partial<ManyOptions>,
  }
}
