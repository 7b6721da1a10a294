/** Ends the ownership of a name. */
export type Release = () => void

/** A page that is being reloaded holds its locks for a moment after the next one has started. */
const PATIENCE_MILLISECONDS = 500

/** Takes a name while the page lives; undefined if another page has it, so that a copied tab notices that it is one. */
export const own = (name: string): Promise<Release | undefined> =>
  'locks' in navigator ? ownWhenFree(name, AbortSignal.timeout(PATIENCE_MILLISECONDS)) : byAsking(name)

/** Waits until the name is free, then takes it. Undefined if the signal ends the waiting. */
export function ownWhenFree(name: string, signal: AbortSignal): Promise<Release | undefined> {
  return new Promise((resolve) => {
    const holding = navigator.locks.request(
      name,
      { signal },
      () => new Promise<void>((release) => resolve(release)),
    )
    holding.catch(() => resolve(undefined))
  })
}

/** Insecure contexts have no locks. The owner answers whoever asks. */
function byAsking(name: string): Promise<Release | undefined> {
  const channel = new BroadcastChannel(name)
  return new Promise((resolve) => {
    const waiting = setTimeout(() => {
      channel.onmessage = ({ data }) => {
        if (data === 'whose') channel.postMessage('mine')
      }
      resolve(() => channel.close())
    }, PATIENCE_MILLISECONDS)
    channel.onmessage = ({ data }) => {
      if (data !== 'mine') return
      clearTimeout(waiting)
      channel.close()
      resolve(undefined)
    }
    channel.postMessage('whose')
  })
}
