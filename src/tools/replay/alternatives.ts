import type { AssumptionId, RegisteredAssumption, Simulator } from 'accounting-simulator'
import { isObject } from '../../kernel/is-object'
import type { Call } from './call'
import { member } from './read-exchange'

/** A value of an assumption that the recording may support. */
export interface Alternative {
  readonly id: AssumptionId
  readonly value: unknown
}

/** Values of open assumptions that a recording suggests. */
const SUGGESTED: Readonly<Record<string, (calls: readonly Call[]) => unknown[]>> = {
  'health-status': (calls) =>
    calls
      .filter(({ pathname }) => /\/health\/?$/.test(pathname))
      .map(({ answer }) => member(answer.json, 'status')),
  'feature-402': (calls) => {
    const groups = calls
      .filter(({ answer }) => answer.status === 402)
      .map(({ collection }) => camel(collection))
    return groups.length === 0 ? [] : [[...new Set(groups)].sort()]
  },
  'v3-code': (calls) =>
    calls
      .filter(({ pathname }) => pathname.startsWith('/public/v3-alpha/invoices'))
      .flatMap(({ answer: { json } }) =>
        Array.isArray(member(json, 'items')) ? (member(json, 'items') as unknown[]) : [],
      )
      .map((invoice) => member(invoice, 'code'))
      .flatMap((code) => (typeof code === 'string' ? [code.replace(/\d+$/, '')] : [])),
  'idempotency-window': (calls) =>
    calls.some(({ headers }) => headers.has('idempotency-key')) ? [1, 12, 24, 72, 168] : [],
}

const camel = (path: string): string => path.replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase())

/** The other values of every assumption that has alternatives. */
export function alternativesOf(
  simulator: Simulator,
  calls: readonly Call[],
  inForce: Readonly<Record<string, unknown>>,
): { readonly register: readonly RegisteredAssumption[]; readonly alternatives: readonly Alternative[] } {
  const register = simulator.assumptions.register()
  const alternatives = register.flatMap(({ id, default: standard, alternatives }) => {
    const suggested = Object.hasOwn(SUGGESTED, id) ? (SUGGESTED[id]?.(calls) ?? []) : []
    const values = [...alternatives, ...suggested].filter((value) => value !== undefined && !isObject(value))
    const here = JSON.stringify(inForce[id] ?? standard)
    const others = new Map(values.map((value) => [JSON.stringify(value), value]))
    others.delete(here)
    return [...others.values()].map((value) => ({ id, value }))
  })
  return { register, alternatives }
}
