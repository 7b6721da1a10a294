import type { BucketState } from '../../index'

const NAMES = {
  aggregate: 'aggregate bucket',
  endpoint: 'endpoint bucket of ',
  cap: 'fixed cap of ',
} as const

/** A bucket as the entries of the timeline name it. */
export const bucketName = ({ kind, route }: Pick<BucketState, 'kind' | 'route'>): string =>
  NAMES[kind] + (route ?? '')

/** The place of a bucket among those that requests of its route take from, in their order (docs/service.md §9.1). */
export const bucketRank = ({
  bucket,
  route,
}: {
  readonly bucket: string
  readonly route: string | null
}): number =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[]).findIndex((kind) =>
    [null, route].some((one) => bucketName({ kind, route: one }) === bucket),
  )

/** The bucket of that name and key; if the key has none, the first one of the name. */
export const findBucket = (
  buckets: readonly BucketState[],
  { bucket, key }: { readonly bucket: string; readonly key?: string | undefined },
): BucketState | undefined => {
  const named = buckets.filter((one) => bucketName(one) === bucket)
  return named.find((one) => one.key === key) ?? named[0]
}
