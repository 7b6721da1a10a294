import { useCallback, useEffect, useState } from 'react'
import './receivables.css'
import { createInvoice, type Invoice, invoices, type Webhook, webhooks } from './service'

export function Receivables({ title }: { readonly title: string }) {
  const [rows, setRows] = useState<readonly Invoice[]>()
  const [hooks, setHooks] = useState<readonly Webhook[]>([])
  const [problem, setProblem] = useState<string>()

  const attempt = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      setRows(await invoices())
      setHooks(await webhooks())
      setProblem(undefined)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }, [])
  const load = useCallback(() => attempt(() => Promise.resolve()), [attempt])
  useEffect(() => void load(), [load])

  return (
    <main className="app">
      <header>
        <h1>{title}</h1>
        <button type="button" onClick={() => void load()}>
          Refresh
        </button>
        <button type="button" className="main" onClick={() => void attempt(createInvoice)}>
          New invoice
        </button>
      </header>
      {problem && <p role="alert">{problem}</p>}
      {hooks.some(({ is_active }) => !is_active) && (
        <p role="alert">The webhook is disabled: its receiver failed for days.</p>
      )}
      {rows && <InvoiceTable rows={rows} />}
    </main>
  )
}

const money = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })

function InvoiceTable({ rows }: { readonly rows: readonly Invoice[] }) {
  const today = new Date().toISOString().slice(0, 10)
  if (rows.length === 0) return <p className="nothing">There are no invoices.</p>
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            <th>Number</th>
            <th>Customer</th>
            <th>Due</th>
            <th className="amount">Amount due</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td>{row.number}</td>
              <td>{row.customer_name}</td>
              <td>{row.due_date ?? ''}</td>
              <td className="amount">{money(Number(row.amount_due))}</td>
              <td>
                <span className={`state ${stateOf(row, today)}`}>{stateOf(row, today)}</span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Total</td>
            <td className="amount">
              {money(rows.reduce((sum, { amount_due }) => sum + Number(amount_due), 0))}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function stateOf({ approval_status, amount_due, due_date }: Invoice, today: string): string {
  if (approval_status === 'pending') return 'Waits for approval'
  if (Number(amount_due) === 0) return 'Paid'
  return due_date !== null && due_date < today ? 'Overdue' : 'Open'
}
