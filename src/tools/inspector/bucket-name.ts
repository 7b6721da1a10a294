import type { BucketState } from '../../index'
/** A bucket, as the controls give it (docs/controls.md). */
export type BucketJson = BucketState

const NAMES = {
  aggregate: 'aggregate bucket',
  endpoint: 'endpoint bucket of ',
  cap: 'fixed cap of ',
} as const

/** A bucket as the entries of the timeline name it. */
export const bucketName = ({ kind, route }: Pick<BucketJson, 'kind' | 'route'>): string =>
  NAMES[kind] + (route ?? '')

/** The bucket of that name and key; if the key has none, the first one of the name. */
export const findBucket = (
  buckets: readonly BucketJson[],
  { bucket, key }: { readonly bucket: string; readonly key?: string | undefined },
): BucketJson | undefined => {
  const named = buckets.filter((one) => bucketName(one) === bucket)
  return named.find((one) => one.key === key) ?? named[0]
}
