import { useEffect, useState } from 'react'

const ADDRESS = 'https://accounting.test/public/v1/invoices/'
const HEADERS = { 'X-API-KEY': 'test-api-key', 'content-type': 'application/json' }

/** The ways in which HTTP clients send a request. */
const WAYS: readonly ((body: string) => Promise<unknown>)[] = [
  (body) => fetch(ADDRESS, { method: 'POST', headers: HEADERS, body }),
  (body) => fetch(new Request(ADDRESS, { method: 'POST', headers: HEADERS, body })),
  (body) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', ADDRESS)
      for (const [name, value] of Object.entries(HEADERS)) request.setRequestHeader(name, value)
      request.onload = resolve
      request.onerror = reject
      request.onabort = reject
      request.send(body)
    }),
]

/** Bills without an end, also after it has been unmounted: what a careless component leaves behind. */
export function Restless({ invoice }: { readonly invoice: object }) {
  const [billed, setBilled] = useState(0)
  useEffect(() => {
    const bill = async (send: (body: string) => Promise<unknown>): Promise<void> => {
      for (;;) {
        await send(JSON.stringify(invoice))
        setBilled((count) => count + 1)
      }
    }
    for (const send of WAYS) void bill(send).catch(() => undefined)
  }, [invoice])
  return <p>Asking: {billed} invoices</p>
}
