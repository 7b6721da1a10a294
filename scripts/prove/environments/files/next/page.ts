'use client'
import { createElement, useState } from 'react'

function Page() {
  const [amount, setAmount] = useState('')
  async function bill(): Promise<void> {
    const response = await fetch(`/bill${location.search}`, { method: 'POST' })
    setAmount(response.ok ? (await response.json()).amount : `status ${response.status}`)
  }
  return createElement(
    'main',
    null,
    createElement('button', { type: 'button', onClick: bill }, 'Bill'),
    amount,
  )
}
export default Page
