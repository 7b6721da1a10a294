import type { Definition } from '../../src/engine/schema/define'
import { cents, centsText, netOf, percentOf, total } from '../simulation/arithmetic'
import type { Json } from './client'

/**
 * The total of a request body, computed independently: its own amount, its lines with tax, or the documents
 * it settles.
 */
export function totalOf({ amountGiven, priced, settles, deposits }: Definition, body: Json): string {
  if (amountGiven) return body.amount as string
  const linesIn = (member: string | undefined) => (member ? ((body[member] ?? []) as Json[]) : [])
  const bought = (priced?.lines ?? []).flatMap((member) => linesIn(member)).map(grossOf)
  const taken = (settles?.references ?? []).filter(({ counts }) => counts === 'down').map(({ by }) => by)
  const named = linesIn(settles?.lines ?? deposits?.lines).map((line) => {
    const isTaken = taken.some((by) => (line[by] ?? null) !== null)
    return cents(line.amount as string) * (isTaken ? -1n : 1n)
  })
  return centsText(total([...bought, ...named]))
}

function grossOf({ quantity, rate, tax }: Json): bigint {
  const net = netOf(quantity as string, rate as string)
  const percent = (tax as { rate: number } | null | undefined)?.rate ?? 0
  return net + percentOf(net, String(percent))
}
