import { useEffect, useState } from 'react'
import { call } from './service'

/** Bills without an end, also after it has been unmounted: what a careless component leaves behind. */
export function Restless({ invoice }: { readonly invoice: object }) {
  const [billed, setBilled] = useState(0)
  useEffect(() => {
    const bill = async (): Promise<void> => {
      for (;;) {
        await call('POST', 'v1/invoices', invoice)
        setBilled((count) => count + 1)
      }
    }
    void bill().catch(() => undefined)
  }, [invoice])
  return <p>Asking: {billed} invoices</p>
}
