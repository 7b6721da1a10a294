/** A variable of the environment of this process; undefined in browsers. */
export const environment = (name: string): string | undefined => globalThis.process?.env?.[name]

/** Another name for each process, also of one that is started anew with its number. */
export function processName(): string {
  const { process, performance }: Partial<Pick<typeof globalThis, 'process' | 'performance'>> = globalThis
  return `${process?.pid ?? 0}-${performance?.timeOrigin ?? 0}`
}
