/** Next calls it once, before the first request. A bundle for its other runtime leaves the block out. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { simulate } = await import('./simulate')
    await simulate()
  }
}
