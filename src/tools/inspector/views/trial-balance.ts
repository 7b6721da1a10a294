import { html } from 'lit'
import { dataTable } from '../data-table'
import type { View, ViewContext } from '../view'

interface Line {
  readonly company_id: number
  readonly account_number: number
  readonly account_name: string
  readonly debits: string
  readonly credits: string
  readonly balance: string
}

interface Broken {
  readonly invariant: string
  readonly where: string
  readonly text: string
}

/** Debits and credits by account, and whether the books hold. */
export function trialBalanceView({ controls, attempt, update }: ViewContext): View {
  let lines: readonly Line[] = []
  let broken: readonly Broken[] | undefined
  return {
    name: 'Trial balance',
    async load() {
      const found = await controls.get<readonly Line[]>('/books/trial-balance')
      // The verdict was on other books.
      if (JSON.stringify(found) !== JSON.stringify(lines)) broken = undefined
      lines = found
    },
    render: () =>
      html`<div class="bar">
          <button
            type="button"
            @click=${() =>
              attempt(async () => {
                broken = await controls.get<readonly Broken[]>('/books/check')
                update()
              })}
          >
            Check the books
          </button>
          <span class="count">${broken && verdictOn(broken)}</span>
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label="Accounts">
          ${(broken ?? []).map((one) => html`<p class="bad">${one.invariant}: ${one.where}: ${one.text}</p>`)}
          ${dataTable(
            'Trial balance',
            ['Company', 'Account', 'Name', 'Debits', 'Credits', 'Balance'],
            lines.map((line) => [
              line.company_id,
              line.account_number,
              line.account_name,
              line.debits,
              line.credits,
              line.balance,
            ]),
            { stacks: true },
          )}
          ${lines.length === 0 ? html`<p class="empty">The ledger has no entries.</p>` : ''}
        </div>`,
  }
}

const verdictOn = (broken: readonly Broken[]): string =>
  broken.length === 0 ? 'The books hold.' : `${broken.length} broken invariants`
