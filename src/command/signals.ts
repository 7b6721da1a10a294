/**
 * Resolves at the first signal to stop. The world is saved first; a second signal ends the process at once.
 */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (isTold) process.exit(1)
        isTold = true
        resolve()
      })
  })
}
