import '@angular/compiler'
import {
  HttpClient,
  HttpErrorResponse,
  type HttpEvent,
  type HttpHandler,
  type HttpRequest,
  HttpResponse,
} from '@angular/common/http'
import { firstValueFrom, from, type Observable } from 'rxjs'
import * as api from './generated/functions'
import type * as models from './generated/models'
import { Refused } from './refused'

/** Sends the requests of Angular by fetch, as the backend of an application in a browser does. */
class Sender implements HttpHandler {
  constructor(private readonly apiKey: string) {}

  handle(request: HttpRequest<unknown>): Observable<HttpEvent<unknown>> {
    return from(this.send(request))
  }

  private async send(request: HttpRequest<unknown>): Promise<HttpResponse<unknown>> {
    const headers = new Headers({ 'X-API-KEY': this.apiKey })
    for (const name of request.headers.keys()) headers.set(name, request.headers.get(name) ?? '')
    const type = request.detectContentTypeHeader()
    if (type !== null && !headers.has('Content-Type')) headers.set('Content-Type', type)
    const { method, urlWithParams } = request
    const body = request.serializeBody() as BodyInit | null
    const response = await fetch(urlWithParams, { method, headers, body })
    const { status } = response
    const answer: unknown = await response.json()
    if (!response.ok) throw new HttpErrorResponse({ status, error: answer })
    return new HttpResponse({ status, body: answer })
  }
}

/** The body of an answer, or the refusal. */
async function bodyOf<T>(answer: Observable<{ readonly body: T }>): Promise<T> {
  try {
    return (await firstValueFrom(answer)).body
  } catch (error) {
    if (!(error instanceof HttpErrorResponse)) throw error
    throw new Refused(error.status, (error.error as models.Errors).errors)
  }
}

export function connect(baseUrl: string, apiKey: string) {
  const http = new HttpClient(new Sender(apiKey))
  type Function<P, T> = (http: HttpClient, rootUrl: string, params: P) => Observable<{ readonly body: T }>
  const call = <P, T>(operation: Function<P, T>, params: P): Promise<T> =>
    bodyOf(operation(http, baseUrl, params))
  return {
    listCompanies: () => call(api.listCompanies, {}),
    createCustomer: (body: models.CustomerInput) => call(api.createCustomer, { body }),
    getCustomer: (customer_id: number) => call(api.getCustomer, { customer_id }),
    updateCustomer: (customer_id: number, body: models.CustomerInput) =>
      call(api.updateCustomer, { customer_id, body }),
    deleteCustomer: (customer_id: number) => call(api.deleteCustomer, { customer_id }),
    createItem: (body: models.ItemInput) => call(api.createItem, { body }),
    createInvoice: (body: models.InvoiceInput, key?: string) =>
      call(api.createInvoice, { body, ...(key !== undefined && { 'Idempotency-Key': key }) }),
    getInvoice: (record_number: number) => call(api.getInvoice, { record_number }),
    listInvoices: (query: api.ListInvoices$Params) => call(api.listInvoices, query),
    attachToInvoice: (record_number: number, files: File[]) =>
      call(api.attachToInvoice, { record_number, body: { files } }),
    createCustomerPayment: (body: models.CustomerPaymentInput) => call(api.createCustomerPayment, { body }),
    createCustomerCredit: (body: models.CustomerCreditInput) => call(api.createCustomerCredit, { body }),
    createWebhook: (body: models.CreateWebhookRequest) => call(api.createWebhook, { body }),
    updateWebhook: (uuid: string, body: models.UpdateWebhookRequest) =>
      call(api.updateWebhook, { uuid, body }),
    listWebhookDeliveries: (uuid: string) => call(api.listWebhookDeliveries, { uuid }),
  }
}
