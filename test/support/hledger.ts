import { execFileSync, spawnSync } from 'node:child_process'
import type { Simulator } from 'accounting-simulator'
import { expect } from 'vitest'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0

/** The Debian packages hledger and ledger, where they are installed. */
export const isHledgerInstalled = isInstalled('hledger')
export const isLedgerInstalled = isInstalled('ledger')

const judge =
  (program: string) =>
  (journal: string, ...args: string[]): string =>
    execFileSync(program, ['-f', '-', ...args], { input: journal, encoding: 'utf8', maxBuffer: 2 ** 26 })

export const hledger = judge('hledger')
const ledger = judge('ledger')

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

/** ledger's balance of every account at cost; its accounts and commodities are all declared. */
function balancesOfLedger(journal: string): Map<string, number> {
  const lines = ledger(
    journal,
    '--strict',
    '--pedantic',
    'balance',
    '--cost',
    '--flat',
    '--empty',
    '--no-total',
    '--format',
    '%(account)\t%(display_total)\n',
  )
  const balances = new Map<string, number>()
  for (const line of lines.split('\n').filter((one) => one.includes(':'))) {
    const [, company, account, amount = ''] = /^(\d+) [^\t]*:(\d+) [^\t]*\t\s*(.*)$/.exec(line) ?? []
    if (company === undefined) throw new Error(`unreadable: ${line}`)
    balances.set(`${company} ${account}`, Number(amount.split(' ')[0]))
  }
  return balances
}

/** hledger and, where it is installed, ledger accept the journal and find the balances of the trial balance. */
export function expectHledgerAgrees(simulator: Simulator): void {
  const journal = simulator.books.toJournal()
  hledger(journal, 'check', '--strict')
  expectBalances(simulator, balancesOf(journal))
  if (isLedgerInstalled) expectBalances(simulator, balancesOfLedger(journal))
}

function expectBalances(simulator: Simulator, shown: Map<string, number>): void {
  for (const { company_id, account_number, balance } of simulator.books.trialBalance()) {
    const key = `${company_id} ${account_number}`
    expect(shown.get(key) ?? 0, key).toBe(Number(balance))
    shown.delete(key)
  }
  expect([...shown.values()].filter((balance) => balance !== 0)).toEqual([])
}
