import type { Fault, Faults, Simulator } from '../../index'

/** The faults of simulators whose tests run: each test answers for its own. */
const judged: Faults[] = []

/**
 * Notes the faults that a test injects into other simulators than its own, such as forks. The function that it returns
 * ends this, and lists those that could hit nothing: their simulator got no request, and that of the test did.
 */
export function watchFaultsElsewhere(
  { faults, traffic }: Simulator,
  isByTest: () => boolean,
): () => string[] {
  const injected: { readonly others: Faults; readonly fault: Fault; readonly asked: number }[] = []
  const before = traffic.at(-1)?.sequence ?? 0
  const hear = (others: Faults, fault: Fault): void => {
    if (!judged.includes(others) && !others.mayMiss && isByTest())
      injected.push({ others, fault, asked: others.asked })
  }
  judged.push(faults)
  faults.listeners.add(hear)
  return () => {
    faults.listeners.delete(hear)
    const place = judged.indexOf(faults)
    if (place >= 0) judged.splice(place, 1)
    const got = traffic.since(before).length
    if (got === 0) return []
    return injected.flatMap(({ others, fault: { id, on, effect }, asked }) =>
      others.asked === asked && others.unfired().some((one) => one.id === id)
        ? [
            `fault ${id} on ${on} was injected into another simulator, which got no request then, while that of the ` +
              `test got ${got}: ${JSON.stringify(effect)}`,
          ]
        : [],
    )
  }
}

/** Lists the faults from before the tests that none of them has used. One that is left to chance may hit nothing. */
export const unusedFaults = ({ faults }: Simulator, used: ReadonlySet<number>): string[] =>
  faults
    .unfired()
    .filter(({ id, selection }) => !used.has(id) && selection.probability === null)
    .map(
      ({ id, on, effect }) =>
        `fault ${id} on ${on}, from before the tests, hit nothing in any of them: ${JSON.stringify(effect)}`,
    )
