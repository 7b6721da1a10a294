import type { SetupWorker } from 'msw/browser'
import { handlersBelow, pathsOf } from '../msw/handlers-below'
import type { Served } from '../served'
import { startWorker } from './start-worker'
import type { WorkerOptions, WorkerUser } from './worker-script'

const IN_BROWSER: WorkerUser = {
  name: 'startInBrowser',
  placing:
    'into the folder that your server serves as it is, or say where it is: ' +
    "startInBrowser({ worker: { url: '/somewhere/mockServiceWorker.js' } }).",
  // An app with client-side routes answers every path with its page, so the root comes first.
  folders: () => ['/', './'],
  scoping:
    'Serve it from the root of the site, or set worker.scope and send the header Service-Worker-Allowed.',
}

/** One msw worker for the page, however many simulators use it. */
interface Network {
  readonly doors: Served[]
  worker?: Promise<SetupWorker>
}

/** Sends requests of the page to a simulator. @returns the function that ends the interception */
export async function interceptPage(
  network: Network,
  door: Served,
  options: WorkerOptions,
): Promise<() => Promise<void>> {
  network.worker ??= startWorker(options, IN_BROWSER)
  const worker = await network.worker.catch((error: unknown) => {
    delete network.worker
    throw error
  })
  network.doors.unshift(door)
  worker.resetHandlers(...handlersOf(network))
  return async () => {
    network.doors.splice(network.doors.indexOf(door), 1)
    worker.resetHandlers(...handlersOf(network))
    if (network.doors.length > 0) return
    delete network.worker
    await worker.stop()
  }
}

const handlersOf = ({ doors }: Network) => doors.flatMap((door) => handlersBelow(door, pathsOf(door.baseUrl)))
