import type {
  Customer,
  CustomerEntry,
  CustomerInput,
  Invoice,
  InvoiceInput,
  WebhookEvent,
} from 'accounting-simulator'
import { type ErrorBody, type ListBody, schemas } from 'accounting-simulator/zod'
import { expect, expectTypeOf, it } from 'vitest'
import type * as z from 'zod'

// The type checker judges these; they do nothing when they run.

expectTypeOf(schemas.invoices.record).toEqualTypeOf<z.ZodType<Invoice>>()
expectTypeOf(schemas.invoices.create).toEqualTypeOf<z.ZodType<InvoiceInput>>()
expectTypeOf(schemas.customers.record).toEqualTypeOf<z.ZodType<Customer>>()
expectTypeOf(schemas.customers.list).toEqualTypeOf<z.ZodType<ListBody<CustomerEntry>>>()
expectTypeOf(schemas.customers.update).toEqualTypeOf<z.ZodType<Partial<CustomerInput>>>()
expectTypeOf(schemas.error).toEqualTypeOf<z.ZodType<ErrorBody>>()
expectTypeOf(schemas.webhookEvent).toEqualTypeOf<z.ZodType<WebhookEvent>>()

// What version 1 does not have is no member.
expectTypeOf(schemas.accounts).toHaveProperty('list')
expectTypeOf(schemas.accounts).not.toHaveProperty('create')
expectTypeOf(schemas).not.toHaveProperty('nothing')

it('has the types that parse returns', () => {
  const parsed = schemas.error.parse({ success: false, errors: { date: ['missing'] } })
  expectTypeOf(parsed.errors).toEqualTypeOf<ErrorBody['errors']>()
  expect(parsed.success).toBe(false)
})
