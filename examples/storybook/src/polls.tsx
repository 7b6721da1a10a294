import { useEffect, useState } from 'react'

const ADDRESS = 'https://accounting.test/public/v1/invoices/'
const INTERVAL_MILLISECONDS = 40

/** Asks again and again, whether or not the last answer is there. */
export function Polls() {
  const [answers, setAnswers] = useState(0)
  useEffect(() => {
    const poll = async (): Promise<void> => {
      const response = await fetch(ADDRESS, { headers: { 'X-API-KEY': 'test-api-key' } })
      await response.json()
      setAnswers((count) => count + 1)
    }
    const timer = setInterval(() => void poll().catch(() => undefined), INTERVAL_MILLISECONDS)
    return () => clearInterval(timer)
  }, [])
  return <p>Polling: {answers} answers</p>
}
