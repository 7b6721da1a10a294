import type { Fault, Faults, Simulator } from '../../index'

/** The faults of simulators whose tests run: each test answers for its own. */
const judged: Faults[] = []

/**
 * Notes the faults that a test injects into forks of its simulator. The function that it returns
 * ends this, and lists those that could hit nothing: their simulator got no request, and that of the test did.
 */
export function watchFaultsElsewhere(
  { faults, traffic }: Simulator,
  isByTest: () => boolean,
): () => string[] {
  const injected: { readonly others: Faults; readonly fault: Fault; readonly asked: number }[] = []
  const before = traffic.at(-1)?.sequence ?? 0
  const hear = (others: Faults, fault: Fault): void => {
    if (others.family === faults.family && !judged.includes(others) && !others.mayMiss && isByTest())
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
      others.asked === asked && !others.mayMiss && missed(others).some((one) => one.id === id)
        ? [
            `fault ${id} on ${on} was injected into a fork, which got no request afterwards, while the simulator of ` +
              `the test got ${got}: ${JSON.stringify(effect)}`,
          ]
        : [],
    )
  }
}

/** Faults that were meant to hit something and did not: not those of chance, or for as long as the world is there. */
const missed = (faults: Faults): Fault[] =>
  faults
    .unfired()
    .filter(
      ({ id, selection, remaining }) =>
        selection.probability === null && remaining !== Number.POSITIVE_INFINITY && !faults.hasHit(id),
    )

/** Lists the faults from before the tests that none of them has used. */
export const unusedFaults = ({ faults }: Simulator, used: ReadonlySet<number>): string[] =>
  missed(faults)
    .filter(({ id }) => !used.has(id))
    .map(
      ({ id, on, effect }) =>
        `fault ${id} on ${on}, injected before the tests, hit nothing in any of them: ${JSON.stringify(effect)}`,
    )
