/** A variable of the environment of this process; undefined in browsers. */
export const environment = (name: string): string | undefined => globalThis.process?.env?.[name]

/** A unique name of this process. The start time distinguishes a later process with the same id. */
export function processName(): string {
  const { process, performance }: Partial<Pick<typeof globalThis, 'process' | 'performance'>> = globalThis
  return `${process?.pid ?? 0}-${performance?.timeOrigin ?? 0}`
}
