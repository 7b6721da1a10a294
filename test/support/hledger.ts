import { execFileSync, spawnSync } from 'node:child_process'
import type { Simulator } from 'accounting-simulator'
import { expect } from 'vitest'

/** The Debian package hledger, where it is installed. */
export const isHledgerInstalled = spawnSync('hledger', ['--version']).status === 0

export const hledger = (journal: string, ...args: string[]): string =>
  execFileSync('hledger', ['-f', '-', ...args], { input: journal, encoding: 'utf8', maxBuffer: 2 ** 26 })

/** hledger's balance of every account at cost, by the number of company and account. */
function balancesOf(journal: string): Map<string, number> {
  const csv = hledger(journal, 'balance', '--cost', '--flat', '--empty', '--no-total', '-O', 'csv')
  const balances = new Map<string, number>()
  for (const line of csv.trim().split('\n').slice(1)) {
    const [, company, account, amount = ''] = /^"(\d+) [^"]*:(\d+) [^"]*","(.*)"$/.exec(line) ?? []
    if (company === undefined) throw new Error(`unreadable: ${line}`)
    balances.set(`${company} ${account}`, Number(amount.split(' ')[0]))
  }
  return balances
}

/** hledger accepts the journal and finds the balances of the trial balance. */
export function expectHledgerAgrees(simulator: Simulator): void {
  const journal = simulator.books.toJournal()
  hledger(journal, 'check', '--strict')
  const shown = balancesOf(journal)
  for (const { company_id, account_number, balance } of simulator.books.trialBalance()) {
    const key = `${company_id} ${account_number}`
    expect(shown.get(key) ?? 0, key).toBe(Number(balance))
    shown.delete(key)
  }
  expect([...shown.values()].filter((balance) => balance !== 0)).toEqual([])
}
