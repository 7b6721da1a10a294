/** Releases the ownership of a name. */
export type Release = () => void

/** A page that is being reloaded still holds its locks shortly after the next page has started. */
const PATIENCE_MILLISECONDS = 500

/** Takes a name for the life of the page; undefined if another page has it, as for a duplicated tab. */
export const own = (name: string): Promise<Release | undefined> =>
  'locks' in navigator ? ownWhenFree(name, AbortSignal.timeout(PATIENCE_MILLISECONDS)) : byAsking(name)

/** Waits until the name is free, then takes it. Resolves with undefined if the signal aborts the waiting. */
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

/** Insecure contexts have no Web Locks, so the owner of a name answers a broadcast question. */
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
