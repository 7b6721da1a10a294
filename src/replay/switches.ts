import type { AssumptionId, RegisteredAssumption, Simulator } from 'accounting-simulator'
import type { Call } from './call'
import { isMembers, member } from './read-exchange'

/** One value of one assumption that the recording may speak for. */
export interface Flip {
  readonly id: AssumptionId
  readonly value: unknown
  /** It can matter to any answer. Others matter only to runs that rested on them. */
  readonly isCommon: boolean
}

/** The sections of docs/service.md about every request and record; the others are about single groups. */
const COMMON = /^([1-35-9]|10|4\.[1-5]|11\.[1-3])(\.|$)/

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

/** The values of every assumption with a switch, without the one in force. */
export function flipsOf(
  simulator: Simulator,
  calls: readonly Call[],
  inForce: Readonly<Record<string, unknown>>,
): { readonly register: readonly RegisteredAssumption[]; readonly flips: readonly Flip[] } {
  const register = simulator.assumptions.register()
  const flips = register.flatMap(({ id, section, default: standard, alternatives }) => {
    const suggested = Object.hasOwn(SUGGESTED, id) ? (SUGGESTED[id]?.(calls) ?? []) : []
    const values = [...alternatives, ...suggested].filter(
      (value) => value !== undefined && isSwitchable(value),
    )
    const here = JSON.stringify(inForce[id] ?? standard)
    const others = new Map(values.map((value) => [JSON.stringify(value), value]))
    others.delete(here)
    return [...others.values()].map((value) => ({ id, value, isCommon: COMMON.test(section) }))
  })
  return { register, flips }
}

const isSwitchable = (value: unknown): boolean => !isMembers(value)
