import { useCallback, useEffect, useState } from 'react'
import { type Invoice, invoices, type Webhook, webhooks } from './service'

export function Receivables({ title }: { readonly title: string }) {
  const [rows, setRows] = useState<readonly Invoice[]>()
  const [hooks, setHooks] = useState<readonly Webhook[]>([])
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async (): Promise<void> => {
    try {
      setRows(await invoices())
      setHooks(await webhooks())
      setProblem(undefined)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }, [])
  useEffect(() => void load(), [load])

  return (
    <main>
      <h1>{title}</h1>
      {problem && <p role="alert">{problem}</p>}
      {hooks.some(({ is_active }) => !is_active) && (
        <p role="alert">The webhook is disabled: its receiver failed for days.</p>
      )}
      <button type="button" onClick={() => void load()}>
        Refresh
      </button>
      {rows && <InvoiceTable rows={rows} />}
    </main>
  )
}

function InvoiceTable({ rows }: { readonly rows: readonly Invoice[] }) {
  const today = new Date().toISOString().slice(0, 10)
  if (rows.length === 0) return <p>There are no invoices.</p>
  return (
    <table>
      <thead>
        <tr>
          <th>Number</th>
          <th>Customer</th>
          <th>Due</th>
          <th>Amount due</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <td>{row.number}</td>
            <td>{row.customer_name}</td>
            <td>{row.due_date ?? ''}</td>
            <td>{row.amount_due}</td>
            <td>{stateOf(row, today)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function stateOf({ approval_status, amount_due, due_date }: Invoice, today: string): string {
  if (approval_status === 'pending') return 'Waits for approval'
  if (Number(amount_due) === 0) return 'Paid'
  return due_date !== null && due_date < today ? 'Overdue' : 'Open'
}
