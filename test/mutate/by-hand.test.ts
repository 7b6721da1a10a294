import { tmpdir } from 'node:os'
import { createSimulator } from 'accounting-simulator'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.unstubAllEnvs())

it.each([
  [
    'write-sent-twice:POST /public/v1/invoice/',
    'ACCOUNTING_MUTANT: write-sent-twice has no operation POST /public/v1/invoice/, perhaps POST /public/v1/invoices/',
  ],
  [
    'write-sent-twice:DELIVERY core.invoice/created',
    'write-sent-twice has no operation DELIVERY core.invoice/created',
  ],
  [
    'delivery-not-handled:DELIVERY core.invoice/create',
    'delivery-not-handled has no operation DELIVERY core.invoice/create, perhaps DELIVERY core.invoice/created',
  ],
  ['delivery-not-handled:POST /public/v1/invoices/', 'has no operation POST /public/v1/invoices/'],
  [
    'amount-changed:POST /public/v1/invoices/:items.rat',
    'ACCOUNTING_MUTANT: POST /public/v1/invoices/ takes no member items.rat, perhaps items.rate',
  ],
  ['member-left-out:POST /public/v1/customers/:nme', 'takes no member nme, perhaps name'],
])('a bug of an operation that there is none of is refused: %s', (mutant, told) => {
  vi.stubEnv('ACCOUNTING_MUTANT', mutant)
  expect(() => createSimulator()).toThrow(told)
  // Of the runs of the command one world may have record types of its own, and another one may not.
  vi.stubEnv('ACCOUNTING_MUTANT_FACTS', tmpdir())
  expect(() => createSimulator()).not.toThrow()
})

it.each([
  [
    '{"one test": "write-sent-twice"',
    'ACCOUNTING_MUTANT must be a mutant, or JSON with the mutant of each test, not {',
  ],
  ['{"one test": "write-sent-twise"}', 'perhaps write-sent-twice'],
  ['{"one test": 5}', "not '5'"],
])('bugs of tests that cannot be read are refused: %s', (mutants, told) => {
  vi.stubEnv('ACCOUNTING_MUTANT', mutants)
  expect(() => createSimulator()).toThrow(expect.objectContaining({ name: 'OptionError' }))
  expect(() => createSimulator()).toThrow(told)
})

it.each([
  'none',
  'write-sent-twice',
  'amount-changed:POST /public/v1/invoices/:items.rate',
  'delivery-not-handled:DELIVERY core.invoice/created',
  'member-left-out:POST /public/v1/invoices/:memo',
  'filter-left-out:GET /public/v1/invoices/:customer_id',
])('one that is there is played: %s', (mutant) => {
  vi.stubEnv('ACCOUNTING_MUTANT', mutant)
  expect(() => createSimulator()).not.toThrow()
})
