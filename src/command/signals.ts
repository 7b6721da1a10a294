import { codeOf } from '../kernel/message-of'

/** 'stdin': its standard input ends. 'parent': the process that started it ends. */
export type EndsWith = 'stdin' | 'parent'

/** Milliseconds between two looks at the parent. */
const LOOK_MS = 250

/** Resolves at the first signal to stop, or when what it shall end with has ended. A second one ends the process. */
export async function stopSignal(
  endWith: readonly EndsWith[],
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): Promise<void> {
  const isWithInput = endWith.includes('stdin')
  await new Promise<void>((resolve) => {
    let isStopping = false
    for (const signal of signals)
      process.on(signal, () => {
        if (isStopping) process.exit(1)
        isStopping = true
        resolve()
      })
    if (isWithInput)
      process.stdin
        .resume()
        .once('end', resolve)
        .once('error', () => resolve())
    if (!endWith.includes('parent')) return
    // An orphan gets another parent; on Windows it keeps the id of one that is gone.
    const { ppid } = process
    setInterval(() => (process.ppid === ppid && isRunning(ppid)) || resolve(), LOOK_MS).unref()
  })
  // Waiting for input keeps the process alive.
  if (isWithInput) process.stdin.destroy()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    return codeOf(error) === 'EPERM'
  }
}
