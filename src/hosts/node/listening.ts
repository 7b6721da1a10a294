import { once } from 'node:events'
import type { Server } from 'node:http'
import { OptionError } from '../../errors/option-error'

/**
 * Resolves when the server listens.
 * @throws OptionError with the `code` of the system, if the port or the host cannot be listened at
 */
export async function listening(server: Server, port: number, host: string): Promise<void> {
  await once(server, 'listening').catch((problem: unknown) => {
    const { code = '' } = Object(problem ?? {}) as NodeJS.ErrnoException
    const told = refusalOf(code, port, host)
    throw told ? Object.assign(told, { code }) : problem
  })
}

function refusalOf(code: string, port: number, host: string): OptionError | undefined {
  const at = `port ${port} of ${host}`
  if (code === 'EADDRINUSE')
    return new OptionError('port', `${at} is in use (${code}); give another one, or 0 for any free port`)
  if (code === 'EACCES')
    return new OptionError('port', `${at} is not allowed to this user (${code}); give one above 1023, or 0`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OptionError(
      'host',
      `host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, not '${host}'`,
    )
  return undefined
}
