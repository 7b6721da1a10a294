import type { BucketState } from '../../index'

const NAMES = {
  aggregate: 'aggregate bucket',
  endpoint: 'endpoint bucket of ',
  cap: 'fixed cap of ',
} as const

/** The beginnings of names, in the order in which a request takes from the buckets. */
export const BUCKET_KINDS = Object.values(NAMES)

/** A bucket as the entries of the timeline name it. */
export const bucketName = ({ kind, route }: Pick<BucketState, 'kind' | 'route'>): string =>
  NAMES[kind] + (route ?? '')

/** The bucket of that name and key; if the key has none, the first one of the name. */
export const findBucket = (
  buckets: readonly BucketState[],
  { bucket, key }: { readonly bucket: string; readonly key?: string | undefined },
): BucketState | undefined => {
  const named = buckets.filter((one) => bucketName(one) === bucket)
  return named.find((one) => one.key === key) ?? named[0]
}
