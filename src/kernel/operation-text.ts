/** Splits 'POST /public/v1/invoices/', 'DELIVERY core.invoice/created' or 'WRITE cursor' at the space. */
export function operationParts(text: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}

export const isRead = (operation: string): boolean => operationParts(operation).method === 'GET'

export const isCreation = (operation: string): boolean => operationParts(operation).method === 'POST'

export const isWrite = (operation: string): boolean =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operationParts(operation).method)
