/** A bucket, as the controls give it (docs/controls.md). */
export interface Bucket {
  readonly key: string
  readonly kind: 'endpoint' | 'aggregate' | 'cap'
  readonly route: string | null
  readonly burst: number
  readonly refillPerSecond: number
  readonly tokens: number
  readonly fullAt: string | null
}

const NAMES = {
  aggregate: 'aggregate bucket',
  endpoint: 'endpoint bucket of ',
  cap: 'fixed cap of ',
} as const

/** A bucket as the entries of the timeline name it. */
export const bucketName = ({ kind, route }: Pick<Bucket, 'kind' | 'route'>): string =>
  NAMES[kind] + (route ?? '')

/** The bucket of that name and key; if the key has none, the first one of the name. */
export const findBucket = (
  buckets: readonly Bucket[],
  { bucket, key }: { readonly bucket: string; readonly key?: string | undefined },
): Bucket | undefined => {
  const named = buckets.filter((one) => bucketName(one) === bucket)
  return named.find((one) => one.key === key) ?? named[0]
}
