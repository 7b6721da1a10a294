import { expect, test } from 'vitest'
import { invoice, trading } from '../support/worlds/trade'

const NASTY = [
  'two\nlines',
  'a return\rand a tab\t',
  '\u001b[2J\u001b[31mred',
  'nul \u0000 and bell \u0007',
  'separators \u2028 \u2029 \u0085',
  '\u202eesrever',
  '200 OK <- POST /public/v1/invoices/',
  'ünïcödé 🧾'.repeat(500),
]

/** The timeline is read line by line by people and terminals. */
test.each(NASTY.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
  'the text %s cannot break it',
  async (_, text) => {
    const simulator = trading()
    const post = (body: object, headers: Record<string, string> = {}) =>
      simulator.fetch('/public/v1/invoices/', {
        method: 'POST',
        headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const lines = () => String(simulator.traffic).trimEnd().split('\n').length
    await post(invoice({ memo: 'plain', reference_number: 'plain' }))
    await post({ ...invoice(), plain: 'plain', record_status: 'plain' })
    await simulator.fetch('/public/v1/invoices/?search=plain&plain=1', {
      headers: { 'X-API-KEY': simulator.apiKey },
    })
    const plain = lines()
    simulator.traffic.clear?.()
    await post(invoice({ memo: text, reference_number: text }))
    await post({ ...invoice(), [text]: text, record_status: text })
    const query = new URLSearchParams({ search: text, [text]: '1' })
    await simulator.fetch(`/public/v1/invoices/?${query}`, { headers: { 'X-API-KEY': simulator.apiKey } })
    const shown = String(simulator.traffic)
    expect(lines()).toBe(plain)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would act upon.
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
  },
)
