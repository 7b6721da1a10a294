import type { SetupWorker, StartOptions } from 'msw/browser'
import { messageOf } from '../../kernel/message-of'
import { findWorkerScript, type WorkerOptions, type WorkerUser } from './worker-script'

/**
 * Starts the worker of msw 2 or msw 3.
 * @throws Error that says what to do
 */
export async function startWorker(given: WorkerOptions, user: WorkerUser): Promise<SetupWorker> {
  const { setupWorker } = await import('msw/browser')
  const script = isSecureContext ? await findWorkerScript(given, user) : undefined
  if (script === undefined) console.info(INSECURE)
  const worker = setupWorker()
  const options: StartOptions = {
    quiet: true,
    onUnhandledRequest: 'bypass',
    ...(script && { serviceWorker: { url: script.url, options: script.options } }),
  }
  try {
    // msw 3 renamed the option `onUnhandledRequest`.
    await worker.start({ ...options, ...{ onUnhandledFrame: 'bypass' } })
  } catch (error) {
    throw new Error(
      `${user.name}: msw could not start its worker${script ? ` ${script.url}` : ''}: ` +
        `${messageOf(error)} A Content-Security-Policy has to allow it: worker-src 'self'.`,
      { cause: error },
    )
  }
  return worker
}

const INSECURE =
  'accounting-simulator: this page is not a secure context, so it has no service worker: fetch and XMLHttpRequest ' +
  'reach the simulator; images, links, downloads and workers only with https or http://localhost'
